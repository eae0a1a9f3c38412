import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The style sheets of texts: their quotation bars, bullets and icons are on the side where a line starts. */
const styleSheets = [
  'ui/src/prose.css',
  'web/app/shared/reader/reader.css',
  'web/app/shared/reader/reader-parts.css',
  'web/app/shared/reader/comment-text.css',
];

/** Left and right, which stay where they are in a text from right to left. */
const physical = /(?:^|[;\s])(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right)\s*:|(?:text-align|float)\s*:\s*(?:left|right)/;
const fourSides = /(?:^|[;\s])(?:padding|margin)\s*:\s*[^\s;]+\s+([^\s;]+)\s+[^\s;]+\s+([^\s;]+)\s*(?:;|$)/;

/** Parts that run from left to right in every language, the page's line numbers, and positions that authors chose. */
const exempt = /\.code|\bpre\b|\.math|\.dia|\.remote|\.b__[na]|\.poster|\.r\b|\.align-(?:left|right)|--wrap-(?:left|right)|--hang/;

/** Returns the rules of a style sheet that give a side of a text by left or right. */
function physicalRules(styleSheet: string): string[] {
  const rules = styleSheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = '', body = '']) => {
    const [, right, left] = fourSides.exec(body) ?? [];
    return !exempt.test(selector) && (physical.test(body) || right !== left) ? [selector.trim()] : [];
  });
}

test.each(styleSheets)('%s has no left or right, so that texts from right to left are mirrored', (file) => {
  expect(physicalRules(readFileSync(join(root, file), 'utf8'))).toEqual([]);
});

test('a rule with left or right is found (control)', () => {
  const rules = [
    '.prose li::before { position: absolute; left: 0; }',
    '.mdx--step { padding: 1rem 0 1rem 2rem; }',
    '.prose blockquote { border-left: 2px solid; }',
    '.prose th { text-align: left }',
  ];
  expect(rules.map((rule) => physicalRules(rule).length)).toEqual([1, 1, 1, 1]);
  expect(physicalRules('.prose li { padding: 0 1rem 0 1rem; inset-inline-start: 0; } .code pre { padding-left: 1rem; }')).toEqual([]);
});
