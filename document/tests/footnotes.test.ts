import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { charactersWithin, viewOfDocument } from '../src/annotations/anchor-view.ts';
import { deriveBlocks } from '../src/derive-blocks.ts';
import type { DocumentNode } from '../src/document-node.ts';
import { withOwnNumbers } from '../src/follow-numbers.ts';
import { fromHtml } from '../src/from-html.ts';
import { renderHtml } from '../src/html.ts';
import { fromMarkdown, toMarkdown } from '../src/markdown.ts';
import { outlineOf } from '../src/outline.ts';
import { drawablesOf } from '../src/renderings.ts';
import { toText } from '../src/text.ts';
import { toHtml } from '../src/to-html.ts';
import { validateDocument, type Validation } from '../src/validate.ts';
import { cpuMs, slowness } from './cpu-time.ts';
import { doc, link, node, normalized, p, text, withoutIds } from './builders.ts';
import { lessonDocuments } from './generated-documents.ts';
import { propertyRuns } from './property-runs.ts';

const note = (...children: readonly (DocumentNode | string)[]) => node('footnote', {}, ...children);
const lineBreak = node('hardBreak');

function read(validation: Validation): DocumentNode {
  if (!validation.ok) throw new Error(JSON.stringify(validation.errors));
  return withoutIds(validation.document);
}

const readMarkdown = (markdown: string) => read(fromMarkdown(markdown, 'article'));
const same = (document: DocumentNode) => withoutIds(normalized(document));

describe('a footnote @DOC-01 @BRING-02', () => {
  test('is in the texts of authors, not in comments', () => {
    const document = doc(p('A', note('B')));
    expect(validateDocument(document, 'article').ok).toBe(true);
    expect(validateDocument(document, 'comment')).toEqual({
      ok: false,
      errors: [{ path: 'content[0].content[1]', expected: 'a node of a comment', got: 'footnote' }],
    });
  });

  test.each([
    ['a block', p('x')],
    ['another footnote', note('x')],
  ])('can’t contain %s', (_name, child) => {
    const validation = validateDocument(doc(p(note(child))), 'lesson');
    expect(validation.ok ? [] : validation.errors.map(({ expected }) => expected)).toEqual(['(text | hardBreak)* in footnote']);
  });

  test('without text is removed, and the text around it is one again', () => {
    expect(normalized(doc(p('a', note(), 'b', note(' ', lineBreak), 'c'))).content?.[0]?.content).toEqual([{ type: 'text', text: 'abc' }]);
  });

  test('has a number by its position, and a document of an earlier version can’t have had one', () => {
    expect(validateDocument({ ...doc(p('a')), attrs: { version: 4 } }, 'lesson').ok).toBe(true);
    const html = renderHtml(doc(p('A', note('one')), node('panel', {}, p('B', note('two')))));
    expect(html.match(/>\d<\/a><\/sup>/gu)).toEqual(['>1</a></sup>', '>2</a></sup>']);
  });
});

describe('a note to which the text refers twice @DOC-01 @BRING-02', () => {
  const document = doc(p('A', note('one'), ' B', note('two')), p('C', note('one'), ' D', note('one')));

  test('has one number, and a link back to each reference', () => {
    const html = renderHtml(document);
    expect([...html.matchAll(/href="#(fn\.\d+)" id="(fnref[\d.]+)"[^>]*>(\d)</gu)].map((match) => match.slice(1))).toEqual([
      ['fn.1', 'fnref.1', '1'],
      ['fn.2', 'fnref.2', '2'],
      ['fn.1', 'fnref.1.2', '1'],
      ['fn.1', 'fnref.1.3', '1'],
    ]);
    expect(
      [...html.matchAll(/href="#(fnref[\d.]+)" class="fn__back" role="doc-backlink" aria-label="([^"]*)"/gu)].map((match) =>
        match.slice(1),
      ),
    ).toEqual([
      ['fnref.1', 'Back to the text of footnote 1'],
      ['fnref.1.2', 'Back to reference 2 of footnote 1'],
      ['fnref.1.3', 'Back to reference 3 of footnote 1'],
      ['fnref.2', 'Back to the text of footnote 2'],
    ]);
    expect(html.match(/<li/gu)).toHaveLength(2);
  });

  test('may contain itself in a document that isn’t valid', () => {
    const content: unknown[] = [{ type: 'text', text: 'a' }];
    content.push({ type: 'footnote', content });
    expect(renderHtml({ type: 'doc', content: [{ type: 'paragraph', content }] })).toContain('class="fnref"');
  });

  test('has the same number where blocks are shown one by one', () => {
    const numbers = withOwnNumbers(document.content ?? []).flatMap(({ content = [] }) =>
      content.flatMap(({ attrs }) => attrs?.['number'] ?? []),
    );
    expect(numbers).toEqual([1, 2, 1, 1]);
  });

  test('is the same after HTML and back', () => {
    const normal = same(document);
    expect(read(fromHtml(toHtml(normal), 'article'))).toEqual(normal);
    expect(read(fromHtml(renderHtml(normal), 'article'))).toEqual(normal);
  });
});

describe('in Markdown @DOC-02', () => {
  test('is read where it is', () => {
    expect(readMarkdown('A^[B **c** [d](/e) `]` $]$] f')).toEqual(
      same(doc(p('A', note('B ', text('c', 'bold'), ' ', text('d', link('/e')), ' ', text(']', 'code'), ' ', text(']', 'formula')), ' f'))),
    );
  });

  test('is read from the end of the text, from a list and from before its reference', () => {
    expect(
      readMarkdown('[^b]: Early.\n\nA[^1] b[^B]\n\n- c[^long-name]\n\n  [^long-name]: In\n      a list.\n\n[^1]: Late *text*.'),
    ).toEqual(
      same(
        doc(
          p('A', note('Late ', text('text', 'italic'), '.'), ' b', note('Early.')),
          node('bulletList', {}, node('listItem', {}, p('c', note('In a list.')))),
        ),
      ),
    );
  });

  test('becomes lines if it has paragraphs and other blocks, and no word is lost', () => {
    const markdown =
      'A[^1]\n\n[^1]: One.\n\n    Two.\n\n    - three\n    - four\n\n    ```js\n    five\n    six\n    ```\n\n    ![seven](/8.png)\n\nNine.';
    expect(readMarkdown(markdown)).toEqual(
      same(
        doc(
          p(
            'A',
            note(
              ...['One.', lineBreak, 'Two.', lineBreak, 'three', lineBreak, 'four', lineBreak, text('five', 'code'), lineBreak],
              ...[text('six', 'code'), lineBreak, text('seven', link('/8.png'))],
            ),
          ),
          p('Nine.'),
        ),
      ),
    );
  });

  test('is text if it refers to nothing, or nothing refers to it', () => {
    expect(toText(readMarkdown('A[^1] ^[] ^[ ] [^ 2]\n\n[^3]: Unused.\n\n[^3]: Again.'))).toBe(
      'A[^1] ^[] ^[ ] [^ 2]\n\n[^3]:\n\nUnused.\n\n[^3]:\n\nAgain.',
    );
  });

  test('in another one is text, even if they refer to each other', () => {
    expect(toText(readMarkdown('A[^1]^[b ^[c] d]\n\n[^1]: See [^2] and [^1].\n\n[^2]: See ^[x] [^1].'))).toBe(
      'A\nSee [^2] and [^1].\nb ^[c] d\n\n[^2]:\n\nSee  .\nx\nSee [^2] and [^1].',
    );
  });

  test('can be used twice, and is one note after a round trip', () => {
    const markdown = 'A[^1] b[^2] c[^1]\n\n[^1]: Same _words_.\n[^2]: Other.';
    const document = readMarkdown(markdown);
    expect(toMarkdown(document)).toBe(markdown);
    expect(readMarkdown(toMarkdown(document))).toEqual(document);
    expect(toMarkdown(readMarkdown('A[^a] b[^b]\n\n[^a]: Same.\n[^b]: Same _not_.'))).toBe('A[^1] b[^2]\n\n[^1]: Same.\n[^2]: Same _not_.');
  });

  test('is written again where a reader copies no more of it', () => {
    const long = 'word '.repeat(20_000).trim();
    const document = same(doc(p('a', note(long), 'b', note(long), 'c', note(long), 'd', note(long))));
    const written = toMarkdown(document);
    expect(written).toMatch(/^a\[\^1\]b\[\^1\]c\[\^2\]d\[\^/u);
    expect(readMarkdown(written)).toEqual(document);
  });

  test('is text in a comment', () => {
    expect(toText(read(fromMarkdown('A^[b]', 'comment')))).toBe('A^[b]');
  });

  test.each([
    ['before a parenthesis', p('A', note('b'), '(c)')],
    ['after a circumflex', p('A^', note('b'), text('^c', link('/d')), '^', text('e', link('/f')))],
    ['before a colon', p(note('a'), ': b')],
    ['before a colon, after a break', p('x', lineBreak, note('a'), ': b')],
    ['beside marks', p(text('a', 'bold'), note(text('b', 'bold')), text('c', 'italic'), note('d'), text('e', 'italic'))],
    ['in a heading', node('heading', { level: 2 }, 'A', note('b # c', lineBreak, '- d'))],
    ['in a cell', node('table', {}, node('tableRow', {}, node('tableHeader', {}, p('a', note('b | c', text('|', 'code'))))))],
    ['that looks like others', p('a', note('[^1]: b ]', lineBreak, '[^2]: c'), '[^1] ^[d]')],
  ])('is the same after a round trip %s', (_name, block) => {
    const document = same(doc(block));
    expect(readMarkdown(toMarkdown(document))).toEqual(document);
    expect(readMarkdown(deriveBlocks(document).markdown.join('\n\n'))).toEqual(document);
  });

  test('is the same after the Markdown of each block and back', () => {
    fc.assert(
      fc.property(lessonDocuments, (generated) => {
        const document = same(generated);
        expect(readMarkdown(deriveBlocks(document).markdown.filter(Boolean).join('\n\n'))).toEqual(document);
      }),
      propertyRuns(100),
    );
  });
});

describe('in HTML @DOC-02', () => {
  const document = doc(p('A', note('one ', text('b', 'bold'))), p('B', note('two')));

  test('is a number with a link to the note and back', () => {
    expect(renderHtml(document)).toBe(
      '<p>A<sup class="fnref"><a href="#fn.1" id="fnref.1" role="doc-noteref" aria-label="Footnote 1">1</a></sup></p>' +
        '<p>B<sup class="fnref"><a href="#fn.2" id="fnref.2" role="doc-noteref" aria-label="Footnote 2">2</a></sup></p>' +
        '<section class="footnotes" role="doc-endnotes" aria-label="Footnotes"><p class="footnotes__title" aria-hidden="true">Footnotes</p><ol>' +
        '<li id="fn.1">one <strong>b</strong><a href="#fnref.1" class="fn__back" role="doc-backlink" aria-label="Back to the text of footnote 1">\u00a0↩\ufe0e</a></li>' +
        '<li id="fn.2">two<a href="#fnref.2" class="fn__back" role="doc-backlink" aria-label="Back to the text of footnote 2">\u00a0↩\ufe0e</a></li>' +
        '</ol></section>',
    );
  });

  test('stays with its block in what is stored, so that the free part of a text has only its own', () => {
    const { html, markdown, text: texts } = deriveBlocks(normalized(document));
    expect(html[0]).toContain('one');
    expect(html[0]).not.toContain('two');
    expect(html[1]).toContain('<ol start="2" style="counter-reset:o 1"><li id="fn.2"');
    expect(markdown).toEqual(['A^[one **b**]', 'B^[two]']);
    expect(texts).toEqual(['A\none b', 'B\ntwo']);
  });

  test('has no anchor where headings have none, so that a page can show several texts', () => {
    expect(renderHtml(document, { hasHeadingIds: false })).not.toMatch(/id=|href=/u);
  });

  test('is the same after our own HTML and back', () => {
    const whole = same(doc(p('A', note('  one', lineBreak, text('b ', 'bold')), ' c'), node('heading', { level: 2 }, 'B', note('two'))));
    expect(withoutIds(read(fromHtml(toHtml(whole), 'lesson')))).toEqual(whole);
  });

  const expected = ['A', 'One b.', 'C', 'Two.'];
  test.each<[string, string]>([
    [
      'GitHub',
      '<p>A<sup><a href="#user-content-fn-1-ab" id="user-content-fnref-1-ab" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup></p><p>C<sup><a href="#user-content-fn-2-ab" id="user-content-fnref-2-ab" data-footnote-ref="">2</a></sup></p><section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1-ab"><p>One <em>b</em>. <a href="#user-content-fnref-1-ab" data-footnote-backref="" class="data-footnote-backref">↩</a></p></li><li id="user-content-fn-2-ab"><p>Two. <a href="#user-content-fnref-2-ab" data-footnote-backref="">↩</a></p></li></ol></section>',
    ],
    [
      'markdown-it',
      '<p>A<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><p>C<sup class="footnote-ref"><a href="#fn2" id="fnref2">[2]</a></sup></p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>One <em>b</em>. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li><li id="fn2" class="footnote-item"><p>Two. <a href="#fnref2" class="footnote-backref">↩︎</a></p></li></ol></section>',
    ],
    [
      'pandoc',
      '<p>A<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a></p><p>C<a href="#fn2" class="footnote-ref" id="fnref2" role="doc-noteref"><sup>2</sup></a></p><section id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr><ol><li id="fn1"><p>One <em>b</em>.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li><li id="fn2"><p>Two.<a href="#fnref2" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
    ],
    [
      'kramdown',
      '<p>A<sup id="fnref:x"><a href="#fn:x" class="footnote" rel="footnote">1</a></sup></p><p>C<sup id="fnref:y"><a href="#fn:y" class="footnote" rel="footnote">2</a></sup></p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:x"><p>One <em>b</em>. <a href="#fnref:x" class="reversefootnote">&#8617;</a></p></li><li id="fn:y"><p>Two. <a href="#fnref:y" class="reversefootnote">&#8617;</a></p></li></ol></div>',
    ],
    [
      'Word',
      '<p class=MsoNormal>A<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style="mso-special-character:footnote"><span class=MsoFootnoteReference><span style="font-size:11.0pt">[1]</span></span></span></span></a></p><p class=MsoNormal>C<a style="mso-footnote-id:ftn2" href="#_ftn2" name="_ftnref2" title=""><span class=MsoFootnoteReference>[2]</span></a></p><div style="mso-element:footnote-list"><br clear=all><hr align=left size=1 width="33%"><div style="mso-element:footnote" id=ftn1><p class=MsoFootnoteText><a style="mso-footnote-id:ftn1" href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> One <i>b</i>.</p></div><div style="mso-element:footnote" id=ftn2><p class=MsoFootnoteText><a style="mso-footnote-id:ftn2" href="#_ftnref2" name="_ftn2" title=""><span class=MsoFootnoteReference>[2]</span></a> Two.</p></div></div>',
    ],
    [
      'Google Docs',
      '<p><span>A</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><p><span>C</span><sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup></p><hr class="c3"><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> One <i>b</i>.</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span> Two.</span></p></div>',
    ],
    [
      'LibreOffice',
      '<p>A<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><p>C<a class="sdfootnoteanc" name="sdfootnote2anc" href="#sdfootnote2sym"><sup>2</sup></a></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>One <i>b</i>.</p></div><div id="sdfootnote2"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote2sym" href="#sdfootnote2anc">2</a>Two.</p></div>',
    ],
    [
      'Wikipedia',
      '<p>A<sup id="cite_ref-1" class="reference"><a href="/wiki/X#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup></p><p>C<sup id="cite_ref-2" class="reference"><a href="/wiki/X#cite_note-2">[2]</a></sup></p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="/wiki/X#cite_ref-1">^</a></b></span> <span class="reference-text">One <i>b</i>.</span></li><li id="cite_note-2"><span class="mw-cite-backlink"><b><a href="/wiki/X#cite_ref-2">^</a></b></span> <span class="reference-text">Two.</span></li></ol>',
    ],
    ['a page of this site', renderHtml(doc(p('A', note('One ', text('b', 'italic'), '.')), p('C', note('Two.'))))],
  ])('is read from %s', (name, html) => {
    const blocks = read(fromHtml(html, 'article')).content ?? [];
    const shown = blocks.filter(({ type }) => name !== 'Google Docs' || type !== 'horizontalRule');
    expect(shown.filter(({ type }) => type !== 'horizontalRule')).toEqual(
      same(doc(p('A', note('One ', text('b', 'italic'), '.')), p('C', note('Two.')))).content,
    );
    expect(toText({ type: 'doc', content: blocks }).split(/\n+/u)).toEqual(expected);
  });

  test('is not a table of contents, and a comment gets the list', () => {
    const contents = '<p><a id="c1" href="#s1">1</a></p><div><h2 id="s1"><a href="#c1">1</a> Title</h2><p>Text</p></div>';
    expect(renderHtml(read(fromHtml(contents, 'lesson')))).not.toContain('fnref');
    const html = '<p>A<sup><a href="#fn1" id="fnref1">1</a></sup></p><ol><li id="fn1">One <a href="#fnref1">^</a></li></ol>';
    expect(toText(read(fromHtml(html, 'comment')))).toContain('One');
  });

  test('is read in little time, however many links and brackets there are', () => {
    const html = (links: number) =>
      `<p>${'<a id="a" href="#b">1</a>'.repeat(links)}</p><ol><li id="b">${'<a href="#a">^</a>'.repeat(links)}x</li></ol>`;
    expect(cpuMs(() => fromHtml(html(8000), 'lesson'))).toBeLessThan(2000 * slowness());
    expect(cpuMs(() => fromMarkdown('^['.repeat(90_000), 'lesson'))).toBeLessThan(2000 * slowness());
  });

  test('can’t make a large text out of a small one by being used often', () => {
    const long = 'word '.repeat(10_000);
    const markdown = fromMarkdown(`${'[^1] '.repeat(5000)}\n\n[^1]: ${long}`, 'lesson');
    const html = fromHtml(`<p>${'<a id="a" href="#b">1</a>'.repeat(5000)}</p><ol><li id="b">${long}<a href="#a">^</a></li></ol>`, 'lesson');
    for (const validation of [markdown, html]) expect(JSON.stringify(read(validation)).length).toBeLessThan(1_500_000);
  });
});

test('is not in the outline, the text of excerpts, or the anchors of headings @DOC-02', () => {
  const document = normalized(doc(node('heading', { level: 2 }, 'Area', note('A note')), p('x', note('y'), 'z')));
  expect(outlineOf(document)).toEqual([{ level: 2, text: 'Area', id: 'area' }]);
  expect(renderHtml(document)).toContain('<h2 id="area"');
  expect(toText(document)).toBe('Area\nA note\n\nxz\ny');
  expect(toText(document, { hasNotes: false })).toBe('Area\n\nxz');
});

test('is not in the text of annotations, whose positions are those of the editor @COMMENT-01', () => {
  const view = viewOfDocument(normalized(doc(p('ab', note('cd', lineBreak, 'e'), 'fg'))));
  expect(view.characters).toBe('abfg');
  // The paragraph, two letters, the note with its two ends, three letters and a break, and one more letter.
  expect([0, 1, 2, 3].map((character) => view.positionOf(character))).toEqual([1, 2, 9, 10]);
  expect(charactersWithin(view, 3, 9)).toEqual({ start: 2, end: 2 });
  expect(view.textBetween(1, 3)).toBe('bf');
});

test('has its formulas rendered in the order of the text @DOC-02', () => {
  const document = normalized(doc(p(text('a', 'formula'), note(text('b', 'formula')), text('c', 'formula'))));
  expect(drawablesOf(document)[0]?.map(({ source }) => source)).toEqual(['a', 'b', 'c']);
  const markup = (name: string) => ({ of: 1, markup: ['math', {}, ['mi', {}, name]] });
  const html = renderHtml(document, { renderings: [[markup('A'), markup('B'), markup('C')]] });
  expect(html).toMatch(/A<\/mi>.*C<\/mi>.*footnotes.*B<\/mi>/u);
});
