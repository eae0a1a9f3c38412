import { expect, test } from 'vitest';
import { createPrintLine } from '../print-line.mjs';

function print(isTTY: boolean, settings: Record<string, string>) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const tell = createPrintLine(stream, () => settings);
  tell('Building the pages');
  tell('PORT: must be a whole number\nfrom 1 to 65535.', 'error');
  return written;
}

const plain = ['Building the pages\n', 'PORT: must be a whole number\nfrom 1 to 65535.\n'];

test('in production, each line of collected output is one JSON object', () => {
  const written = print(false, { PUBLIC_URL: 'https://learn.example.com' });
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    { level: 'info', time: expect.any(String) as string, msg: 'Building the pages' },
    { level: 'error', time: expect.any(String) as string, msg: 'PORT: must be a whole number\nfrom 1 to 65535.' },
  ]);
  expect(written.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});

test('in a terminal, and on a site for this machine alone, lines are plain', () => {
  expect(print(true, { PUBLIC_URL: 'https://learn.example.com' })).toEqual(plain);
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://a.localhost', 'not a URL', ''])
    expect(print(false, { PUBLIC_URL: url })).toEqual(plain);
  expect(print(false, {})).toEqual(plain);
});
