import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastOf, mixColors } from '@newline/api/rules/site/colors';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const tokens = read('ui/src/tokens.css');

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Returns a token's color in a theme: its own, that of the token it refers to, or the one color of both themes. */
function colorOf(styleSheet: string, token: string, theme: Theme): string {
  const [, value = ''] = new RegExp(`${token}:\\s*([^;]+);`).exec(styleSheet) ?? [];
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other !== undefined) return colorOf(styleSheet, other, theme);
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
  const color = (theme === 'light' ? light : dark) ?? value;
  if (!/^#[0-9a-f]{6}$/.test(color)) throw new Error(`${token}: expected a color like #1f6a5c, got “${value}”`);
  return color;
}

const states = ['--info', '--tip', '--success', '--warning', '--error'];
const bands = ['--band', '--band-2'];
const grounds = ['--paper', '--sheet', ...bands];

/** What is written or drawn in these colors, on which grounds, and the contrast it needs: 4.5 as text, 3 as an edge (WCAG 1.4.3, 1.4.11). */
const uses: readonly { readonly colors: readonly string[]; readonly on: readonly string[]; readonly least: number }[] = [
  { colors: ['--ink', '--ink-2', '--ink-3', '--accent', '--link', ...states], on: grounds, least: 4.5 },
  { colors: ['--syn-key', '--syn-str', '--syn-num', '--syn-fn', '--syn-typ', '--syn-com'], on: bands, least: 4.5 },
  { colors: ['--rule-strong'], on: grounds, least: 3 },
  { colors: ['--on-ink'], on: ['--ink'], least: 4.5 },
  { colors: ['--on-accent'], on: ['--accent'], least: 4.5 },
  { colors: ['--ink'], on: ['--wash'], least: 4.5 },
  { colors: ['--film-ink', '--film-ink-2', '--film-accent'], on: ['--film', '--film-2'], least: 4.5 },
];

/** Returns the pairs of a style sheet's tokens that are too pale, with their theme. */
function paleIn(styleSheet: string): string[] {
  return themes.flatMap((theme) => {
    const of = (token: string) => colorOf(styleSheet, token, theme);
    const pairs = uses.flatMap(({ colors, on, least }) =>
      colors.flatMap((color) => on.map((ground) => ({ name: `${color} on ${ground}`, color: of(color), ground: of(ground), least }))),
    );
    // A note and an error are written in ink, with an icon and a heading in their color, on paper with a tenth of it.
    const tinted = states.flatMap((state) =>
      [state, '--ink', '--ink-2'].map((color) => ({
        name: `${color} on the tint of ${state}`,
        color: of(color),
        ground: mixColors(of('--paper'), of(state), 0.09),
        least: 4.5,
      })),
    );
    return [...pairs, ...tinted].flatMap(({ name, color, ground, least }) => {
      const measured = contrastOf(color, ground);
      return measured < least ? [`${theme}: ${name}: ${measured.toFixed(2)}`] : [];
    });
  });
}

test('every color of text and of states is readable on its grounds in both themes @SITE-10', () => {
  expect(paleIn(tokens)).toEqual([]);
});

test('notes and errors are on the tint that is measured', () => {
  const tintOf = (path: string) => [...read(path).matchAll(/background: color-mix\(in \w+, var\([\w-]+\) (\d+)%, var\(--paper\)\)/g)];
  const tints = ['ui/src/prose.css', 'ui/src/components/error-note.module.css'].flatMap(tintOf).map(([, percent]) => Number(percent));
  expect(tints.length).toBeGreaterThan(2);
  expect(Math.max(...tints)).toBeLessThanOrEqual(9);
});

test('a color that is pale in one theme only is found (control)', () => {
  const pale = (token: string, color: string) =>
    paleIn(tokens.replace(new RegExp(`${token}:\\s*light-dark[^;]+;`), `${token}: light-dark(${color}, ${color});`));
  const error = pale('--error', colorOf(tokens, '--error', 'dark'));
  expect(error).toHaveLength(5);
  expect(error.filter((one) => !one.startsWith('light: --error on '))).toEqual([]);
  expect(pale('--success', colorOf(tokens, '--success', 'light')).filter((one) => !one.startsWith('dark: --success on '))).toEqual([]);
  expect(pale('--success', colorOf(tokens, '--success', 'light'))).not.toEqual([]);
});
