import { expect, test } from 'vitest';
import { createNonce } from '../server/create-nonce.ts';

test('each page has a nonce of its own with 128 bits', () => {
  const nonces = Array.from({ length: 1000 }, createNonce);
  expect(new Set(nonces).size).toBe(1000);
  expect(nonces.filter((nonce) => !/^[A-Za-z0-9+/]{22}==$/.test(nonce))).toEqual([]);
  // Every position differs between nonces.
  for (let position = 0; position < 21; position++) expect(new Set(nonces.map((nonce) => nonce[position])).size).toBeGreaterThan(32);
});
