import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contrastOf, nearestPaper, type Theme } from '../../../src/rules/site/colors.ts';
import { lookStyleSheet, lookTokens, siteFonts, wholeLook } from '../../../src/rules/site/site-look.ts';

const none = { accentLight: null, accentDark: null, paperLight: null, paperDark: null, font: 'SERIF' } as const;

/** The color of a token in a theme. */
function colorOf(tokens: Readonly<Record<string, string>>, name: string, theme: Theme): string {
  const [, light = '', dark = ''] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(tokens[name] ?? '') ?? [];
  return theme === 'light' ? light : dark;
}

test('default settings write no style sheet', () => {
  expect(lookTokens(none)).toEqual({});
  expect(lookStyleSheet(none)).toBe('');
});

test('each choice replaces its tokens and those derived from them', () => {
  expect(Object.keys(lookTokens({ ...none, font: 'SANS' }))).toEqual(['--serif', '--display']);
  expect(Object.keys(lookTokens({ ...none, accentLight: '#2050c0' }))).toEqual(['--accent', '--link', '--on-accent', '--wash']);
  expect(Object.keys(lookTokens({ ...none, paperLight: '#ffffff' }))).toContain('--rule-strong');
  expect(lookStyleSheet({ ...none, accentLight: '#2050c0' })).toMatch(/^:root\{--accent:light-dark\(#2050c0, #[0-9a-f]{6}\);/);
});

test('every token that is replaced is one of the style sheet', async () => {
  const tokensCss = await readFile(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8');
  for (const name of Object.keys(wholeLook(none))) expect(tokensCss).toContain(`${name}:`);
});

test('a style sheet has no character that could end it', () => {
  for (const font of siteFonts)
    expect(lookStyleSheet({ ...none, accentLight: '#2050c0', paperDark: '#000000', font })).not.toMatch(/[<>&]/);
});

test('on every background with readable text, the borders of controls are visible and the other text colors readable', async () => {
  const tokensCss = await readFile(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8');
  const texts = ['ink-2', 'info', 'tip', 'success', 'warning', 'error', 'syn-key', 'syn-str', 'syn-num', 'syn-fn', 'syn-typ'].map(
    (name) => {
      const [, light = '', dark = ''] = new RegExp(`--${name}:\\s+light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokensCss) ?? [];
      return { light, dark };
    },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const picked = `#${number.toString(16).padStart(6, '0')}`;
      const tokens = wholeLook({ ...none, paperLight: nearestPaper(picked, 'light'), paperDark: nearestPaper(picked, 'dark') });
      for (const theme of ['light', 'dark'] as const)
        for (const ground of ['--paper', '--band', '--band-2']) {
          const color = colorOf(tokens, ground, theme);
          expect(contrastOf(colorOf(tokens, '--rule-strong', theme), color)).toBeGreaterThanOrEqual(3);
          for (const text of texts) expect(contrastOf(text[theme], color)).toBeGreaterThanOrEqual(4.5);
        }
    }),
  );
});
