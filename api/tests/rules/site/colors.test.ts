import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accentOf,
  contrastOf,
  failingColors,
  groundsOf,
  inkOn,
  isReadable,
  mixColors,
  nearestAccent,
  nearestPaper,
  standardColors,
  type Theme,
} from '../../../src/rules/site/colors.ts';

const none = { accentLight: null, accentDark: null, paperLight: null, paperDark: null };
const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const theme = fc.constantFrom<Theme>('light', 'dark');

/** The two colors of a token of the style sheet. */
async function readTokens(): Promise<(name: string) => Readonly<Record<Theme, string>>> {
  const tokens = await readFile(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8');
  return (name) => {
    const [, light = '', dark = ''] = new RegExp(`--${name}:\\s+light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
    return { light, dark };
  };
}

test('the standard colors are those of the style sheet', async () => {
  const tokenOf = await readTokens();
  for (const shown of ['light', 'dark'] as const) {
    const { bands, quietInk, strongRule, onAccent, ...others } = standardColors[shown];
    const named = { band: bands[0], 'band-2': bands[1], 'ink-3': quietInk, 'rule-strong': strongRule, 'on-accent': onAccent, ...others };
    for (const [name, value] of Object.entries(named)) expect(tokenOf(name)[shown], `${name}, ${shown}`).toBe(value);
  }
});

test('the contrast is that of WCAG 2', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrastOf('#767676', '#ffffff')).toBeGreaterThan(4.5);
});

test('a color between two others is rounded in each component', () => {
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mixColors('#102030', '#405060', 0)).toBe('#102030');
  expect(mixColors('#102030', '#405060', 1)).toBe('#405060');
});

describe('colors that an owner chooses', () => {
  test('pass if nothing is chosen or the text is readable', () => {
    expect(failingColors(none)).toEqual({});
    expect(failingColors({ ...none, accentLight: '#2050c0', paperLight: '#ffffff' })).toEqual({});
  });

  test('that fail come back with the nearest color that passes', () => {
    const chosen = { ...none, accentLight: '#ffcc00', paperDark: '#555555' };
    const failing = failingColors(chosen);
    expect(Object.keys(failing)).toEqual(['paperDark', 'accentLight']);
    expect(failingColors({ ...chosen, ...failing })).toEqual({});
  });

  test('in the dark theme follow the light one and keep the accent readable', () => {
    const chosen = { ...none, accentLight: '#123a8a' };
    expect(isReadable(accentOf(chosen, 'dark'), groundsOf(standardColors.dark.paper, 'dark'))).toBe(true);
    expect(failingColors(chosen)).toEqual({});
  });

  test('always have a nearest readable color, and one that passes is unchanged', () => {
    fc.assert(
      fc.property(color, color, theme, (anyPaper, anyAccent, shown) => {
        const paper = nearestPaper(anyPaper, shown);
        const accent = nearestAccent(anyAccent, paper, shown);
        const grounds = groundsOf(paper, shown);
        expect(isReadable(standardColors[shown].ink, grounds)).toBe(true);
        expect(isReadable(standardColors[shown].quietInk, grounds)).toBe(true);
        expect(isReadable(accent, grounds)).toBe(true);
        expect(contrastOf(inkOn(accent), accent)).toBeGreaterThanOrEqual(4.5);
        expect(nearestPaper(paper, shown)).toBe(paper);
        expect(nearestAccent(accent, paper, shown)).toBe(accent);
      }),
    );
  });
});
