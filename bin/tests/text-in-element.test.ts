import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

const inComponent = (markup: string) => [`export function Part({ isOn, name, list }) {`, `  return ${markup};`, `}`];
const reports = (markup: string) =>
  (lintFile('web/app/shared/part.tsx', inComponent(markup)).stdout.match(/text-in-element/g) ?? []).length;

test('oxlint reports conditional text and text after a conditional expression', () => {
  expect(reports("<p>Shown{isOn && ' and on'}</p>")).toBe(1);
  expect(reports('<p><b>{name}</b>{isOn ? <i /> : `of ${name}`}</p>')).toBe(1);
  expect(reports('<p>{isOn && <b />} shown</p>')).toBe(1);
  expect(reports('<p>{list.map((one) => <b key={one} />)} in all</p>')).toBe(1);
});

test('text in an element, alone, or before a conditional expression is accepted', () => {
  expect(reports('<p>Shown{isOn && <span> and on</span>}</p>')).toBe(0);
  expect(reports("<p>{isOn && 'on'}</p>")).toBe(0);
  expect(reports("<p>{isOn ? 'on' : 'off'} <b>{name}</b></p>")).toBe(0);
  expect(reports('<p>{isOn && <b />} <span>shown</span></p>')).toBe(0);
});
