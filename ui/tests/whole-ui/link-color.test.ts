import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const colored = /(?:^|[;\s-])color:\s*(?:var\(--accent\)|#[0-9a-f]{3,8}|(?:rgb|hsl|oklch|light-dark)\()/i;
const link = /:hover|(?:^|[\s>+~,(])a(?=[\s.:[>+~,)]|$)|\.link\b/;

/** Returns the rules of a style sheet that color a link, or a hovered element, with something other than its token. */
function ownColors(styleSheet: string): string[] {
  const rules = styleSheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = '', body = '']) => {
    // A number or caret before a link isn't part of its text.
    const isLink = link.test(selector.trim()) && !selector.includes('::');
    return isLink && colored.test(body) ? [selector.trim()] : [];
  });
}

test('every link takes its color from --link, which has one for each theme', () => {
  expect(readFileSync(join(root, 'ui/src/tokens.css'), 'utf8').match(/--link:\s*light-dark\(/g)).toHaveLength(1);
  // Buttons and stars are controls with their own backgrounds and colors.
  const styleSheets = globSync(['ui/src/*.css', 'ui/src/covers/**/*.css', 'editor/src/**/*.css', 'web/app/**/*.css'], { cwd: root });
  expect(styleSheets.length).toBeGreaterThan(60);
  const faults = styleSheets.flatMap((file) => ownColors(readFileSync(join(root, file), 'utf8')).map((rule) => `${file}: ${rule}`));
  expect(faults).toEqual([]);
});

test('a link with a color of its own is found (control)', () => {
  const own = [
    '.nav a:hover { color: var(--accent); }',
    '.card:hover b { color: #be2a12; }',
    '.link { text-decoration-color: var(--accent) }',
  ];
  expect(own.map((rule) => ownColors(rule).length)).toEqual([1, 1, 1]);
  expect(ownColors('a:hover { color: var(--link); } .part { color: var(--accent); } a::before { color: var(--accent); }')).toEqual([]);
});
