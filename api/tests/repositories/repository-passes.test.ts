import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRepositoryPasses, repositoryKey } from '../../src/features/repositories/repository-passes.ts';

const secretKey = 'a-key-for-tests-only-0123456789abcdef';
const path = '/books/postgres-slowly/vacuum';
const noon = Date.UTC(2026, 10, 21, 12, 30);
const hour = 60 * 60 * 1000;
const issue = (now: number, key = secretKey) => createRepositoryPasses(key, () => now).issue(path);

/** Checks a URL as docs/books.md describes it for the assets server. */
function isGood(address: string, now: number): boolean {
  const { pathname, searchParams } = new URL(address, 'https://assets.example');
  const expires = searchParams.get('expires') ?? '';
  const expected = createHmac('sha256', repositoryKey(secretKey)).update(`${expires}\n${pathname}`).digest('base64url');
  return searchParams.get('signature') === expected && Number(expires) * 1000 > now;
}

test('a signed URL opens its own path for twelve hours, and nothing else @EDIT-08', () => {
  const pass = issue(noon);
  expect(isGood(path + pass, noon + 12 * hour)).toBe(true);
  expect(isGood(path + pass, noon + 13 * hour)).toBe(false);
  expect(isGood(`/books/postgres-slowly/wal${pass}`, noon)).toBe(false);
  expect(isGood(path + pass.replace(/expires=\d/, 'expires=9'), noon)).toBe(false);
  expect(isGood(path + issue(noon, `${secretKey}!`), noon)).toBe(false);
});

test('signed URLs from the same hour are equal', () => {
  expect(issue(noon)).toBe(issue(noon + 60_000));
  expect(issue(noon)).not.toBe(issue(noon + hour));
});
