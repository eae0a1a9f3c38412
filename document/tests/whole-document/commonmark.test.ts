import specification from 'commonmark-spec';
import { describe, expect, test } from 'vitest';
import type { DocumentNode, Json } from '../../src/document-node.ts';
import { fromHtml } from '../../src/from-html.ts';
import { fromMarkdown } from '../../src/markdown.ts';
import { leftOut } from '../../src/markdown/left-out.ts';
import type { Validation } from '../../src/validate.ts';
import { withoutIds } from '../builders.ts';

const reasons = new Map(leftOut.flatMap(({ what, examples }) => examples.map((number) => [number, what] as const)));

/** URLs are compared by what they refer to: CommonMark's output escapes characters that ours leaves to the browser. */
function comparable(validation: Validation): unknown {
  if (!validation.ok) return validation;
  return JSON.parse(JSON.stringify(withoutIds(validation.document)), (name, value: Json) =>
    (name === 'href' || name === 'src') && typeof value === 'string' ? decodeURI(value).replaceAll('\u00a0', '%20') : value,
  );
}

/** Returns the specification's result: its HTML, with spaces unchanged except next to an image, which is a block. */
function expected(html: string): unknown {
  const inner = html.replaceAll('<br />\n', '<br>').replaceAll(/\s*(<img [^>]*>)\s*/gu, '$1');
  return comparable(fromHtml(`<article data-document>${inner}</article>`, 'lesson'));
}

describe('the examples of the CommonMark specification', () => {
  const examples = specification.tests.map((example) => ({
    ...example,
    markdown: example.markdown.replaceAll('→', '\t'),
    html: example.html.replaceAll('→', '\t'),
  }));

  test('are complete', () => {
    expect(examples.length).toBe(652);
  });

  test.each(examples.filter(({ number }) => !reasons.has(number)))(
    '$number, $section, is read as specified @DOC-02',
    ({ markdown, html }) => {
      expect(comparable(fromMarkdown(markdown, 'lesson'))).toEqual(expected(html));
    },
  );

  test.each(examples.filter(({ number }) => reasons.has(number)))(
    '$number, $section, is left out intentionally @DOC-02',
    ({ markdown, html, number }) => {
      const read = fromMarkdown(markdown, 'lesson');
      expect(comparable(read)).not.toEqual(expected(html));
      // Markup becomes text.
      if (reasons.get(number) === 'Raw HTML') expect(read.ok && wordsOf(read.document)).toMatch(/<|&lt;/u);
    },
  );
});

function wordsOf(node: DocumentNode): string {
  return `${node.text ?? ''}${(node.content ?? []).map((child) => wordsOf(child)).join('')}`;
}
