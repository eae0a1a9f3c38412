import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { calloutOf, callouts, calloutTypes } from '../src/callouts.ts';
import { withCallouts } from '../scripts/print-callouts.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the style sheet of texts has the rules of every type, and a changed color is found (control)', () => {
  const css = read('ui/src/prose.css');
  expect(withCallouts(css)).toBe(css);
  expect(withCallouts(css.replace('.note--tip { --c: var(--tip); }', '.note--tip { --c: red; }'))).toBe(css);
});

describe.each(calloutTypes)('%s', (type) => {
  test('has a color that is a token of both themes', () => {
    expect(read('ui/src/tokens.css')).toMatch(new RegExp(`^\\s*${calloutOf(type).color}:\\s*light-dark\\(`, 'm'));
  });

  test('shares its label, its import names and its alert with no other type', () => {
    for (const other of calloutTypes.filter((each) => each !== type)) {
      expect(calloutOf(other).label).not.toBe(calloutOf(type).label);
      expect(calloutOf(other).importNames.some((name) => calloutOf(type).importNames.includes(name))).toBe(false);
      if (calloutOf(type).alert !== null) expect(calloutOf(other).alert).not.toBe(calloutOf(type).alert);
    }
  });
});

test('nothing else names the icons or lists the types', () => {
  for (const path of ['document/src/nodes/panel.ts', 'editor/src/views/panel-view.ts', 'editor/src/menus/block-items.ts']) {
    const source = read(path);
    for (const { icon } of Object.values(callouts)) expect(source.includes(icon), path).toBe(false);
    expect(source, path).not.toMatch(/'success', 'warning'|\['tip'/);
  }
});
