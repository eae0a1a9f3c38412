import { expect, test } from 'vitest';
import { readRedirects } from '../app/features/admin/read-redirects.ts';

test('a pasted list has a former path and a new one on each line, with any separator @ADMIN-01', () => {
  const text = '# from the old site\n\nhttps://old.example.com/a?x=1 /b\n/c\t/d\r\n/e, https://f.example/\n';
  expect(readRedirects(text, 308)).toEqual({
    entries: [
      { fromPath: '/a', toUrl: '/b', status: 308 },
      { fromPath: '/c', toUrl: '/d', status: 308 },
      { fromPath: '/e', toUrl: 'https://f.example/', status: 308 },
    ],
    line: null,
  });
});

test.each(['/only', 'blog /a', '/a /b /c', 'https:// /a'])('an invalid line is reported by its number: %s @ADMIN-01', (line) => {
  expect(readRedirects(`/fine /fine-too\n${line}`, 301).line).toBe(2);
});
