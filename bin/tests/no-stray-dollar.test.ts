import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

const lint = (markup: string) =>
  lintFile('web/app/shared/part.tsx', [`export function Part({ name }) {`, `  return ${markup};`, `}`]).stdout;

test('oxlint reports a template literal that was typed as JSX text', () => {
  expect(lint('<h2>About this ${name}</h2>')).toContain('no-stray-dollar');
  expect(lint('<>${name}</>')).toContain('no-stray-dollar');
});

test('oxlint reports a template literal in quotation marks', () => {
  expect(lint("<h2 title={'About this ${name}'} />")).toContain('no-stray-dollar');
});

test('oxlint accepts expressions, template literals and dollar signs in text', () => {
  for (const markup of ['<h2>About this {name}</h2>', '<h2 title={`About this ${name}`} />', '<h2>US$ or € {name}</h2>'])
    expect(lint(markup)).not.toMatch(/no-stray-dollar/);
});
