import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ResultTableView } from '../app/shared/runner/result-table.tsx';

const columns = ['id', 'name', 'weight', 'none', 'mixed'];

test('columns of numbers are aligned at their end, others at their start @PRACTICE-01', () => {
  const rows = [
    ['1', 'rye', '-2.50', null, '1'],
    ['20', '12 Mill Lane', null, null, 'a'],
  ];
  const html = renderToStaticMarkup(<ResultTableView table={{ columns, rows, rowCount: 2 }} />);
  const aligned = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes]) => attributes?.includes('data-number'));
  const expected = [true, false, true, false, false];
  expect(aligned('th')).toEqual(expected);
  expect(aligned('td')).toEqual([...expected, ...expected]);
});

test('says how many rows of a result are shown, and shows NULL as such', () => {
  const html = renderToStaticMarkup(<ResultTableView table={{ columns: ['a'], rows: [[null]], rowCount: 3000 }} />);
  expect(html).toContain('<i>NULL</i>');
  expect(html).toContain('The first 1 of 3,000 rows');
});
