import { describe, expect, test } from 'vitest';
import { writeTextOnce } from '../app/shared/reader/write-text-once.server.ts';
import type { TextFacts } from '../app/shared/reader/text-facts.ts';

const paragraph = (id: string, text: string) => ({ type: 'paragraph', attrs: { id }, content: [{ type: 'text', text }] });
const link = { type: 'protectedRepositoryLink', attrs: { id: 'rrrrr', text: 'Get the code' } };

function textOf(blocks: readonly object[], others: Partial<TextFacts> = {}): TextFacts {
  return {
    bodyDelta: JSON.stringify({ type: 'doc', content: blocks }),
    bodyDrawings: null,
    siteOrigin: 'https://site.example',
    repositoryUrl: null,
    embedOrigin: null,
    ...others,
  };
}

const open = paragraph('aaaaa', 'Open to all.');
const paid = paragraph('bbbbb', 'Zanzibar is paid for.');

describe('a text that is cached as HTML', () => {
  test('is rendered once for all readers who get the same text', () => {
    const first = writeTextOnce(textOf([open, paid]));
    expect(first.html).toContain('Zanzibar');
    expect(first.blockCount).toBe(2);
    expect(writeTextOnce(textOf([open, paid]))).toBe(first);
  });

  test('has a Run button on runnable code, and no other', () => {
    const code = (attrs: object) => ({ type: 'codeBlock', attrs, content: [{ type: 'text', text: 'let a;' }] });
    const buttons = (block: object) => writeTextOnce(textOf([block])).html.match(/data-start/g) ?? [];
    expect(buttons(code({ mode: 'ts', runnable: true }))).toHaveLength(1);
    expect(buttons(code({ mode: 'ts' }))).toHaveLength(0);
    expect(buttons(code({ mode: 'rust', runnable: true }))).toHaveLength(0);
  });

  test('has its footnotes after the blocks, and the free part only its own @DOC-04', () => {
    const noted = (id: string, text: string, note: string) => ({
      ...paragraph(id, text),
      content: [
        { type: 'text', text },
        { type: 'footnote', content: [{ type: 'text', text: note }] },
      ],
    });
    const blocks = [noted('aaaaa', 'Open.', 'Free note'), noted('bbbbb', 'Paid.', 'Paid note')];
    const { html } = writeTextOnce(textOf(blocks));
    expect(html).toMatch(/Open\..*Paid\..*<section class="footnotes".*Free note.*Paid note/su);
    expect(html).toContain('<a href="#fn.2" id="fnref.2" role="doc-noteref" aria-label="Footnote 2">2</a>');
    const free = writeTextOnce(textOf(blocks.slice(0, 1))).html;
    expect(free).toContain('Free note');
    expect(free).not.toContain('Paid note');
  });

  test('is never sent to a reader with other access, whoever came first @DOC-04', () => {
    const fullText = textOf([open, paid]);
    const cut = textOf([open]);
    for (const order of [
      [fullText, cut],
      [cut, fullText],
    ]) {
      const written = new Map(order.map((text) => [text, writeTextOnce(text)]));
      expect(written.get(cut)?.html).toContain('Open to all.');
      expect(written.get(cut)?.html).not.toContain('Zanzibar');
      expect(written.get(cut)?.blockCount).toBe(1);
      // The control: the word is there for readers with access.
      expect(written.get(fullText)?.html).toContain('Zanzibar');
    }
  });

  test('shows renderings, frames and links only of this reader @DOC-04', () => {
    const own = 'https://assets.example/a?own';
    const others = 'https://assets.example/a?others';
    expect(writeTextOnce(textOf([open, link], { repositoryUrl: own })).html).toContain('a?own');
    expect(writeTextOnce(textOf([open, link], { repositoryUrl: others })).html).not.toContain('a?own');
    expect(writeTextOnce(textOf([open, link])).html).not.toContain('assets.example');
    // A signature that the text doesn't show doesn't make it another text.
    expect(writeTextOnce(textOf([open], { repositoryUrl: own }))).toBe(writeTextOnce(textOf([open], { repositoryUrl: others })));
    const code = { type: 'codeBlock', attrs: { id: 'ccccc' }, content: [{ type: 'text', text: 'x' }] };
    expect(writeTextOnce(textOf([code], { bodyDrawings: '[null]' }))).not.toBe(writeTextOnce(textOf([code])));
    expect(writeTextOnce(textOf([code], { siteOrigin: 'https://other.example' }))).not.toBe(writeTextOnce(textOf([code])));
    expect(writeTextOnce(textOf([code], { embedOrigin: 'https://frames.example' }))).not.toBe(writeTextOnce(textOf([code])));
  });

  test('is what React renders', async () => {
    const { renderToStaticMarkup } = await import('react-dom/server');
    const { writeText } = await import('../app/shared/reader/written-text.tsx');
    const text = textOf([{ type: 'heading', attrs: { id: 'hhhhh', level: 2 }, content: [{ type: 'text', text: 'A <b> & “c”' }] }, open]);
    expect(writeTextOnce(text).html).toBe(renderToStaticMarkup(writeText(text).content));
    expect(writeTextOnce(text).headings).toEqual(writeText(text).headings);
  });
});
