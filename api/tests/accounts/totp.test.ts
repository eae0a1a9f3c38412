import { createHmac } from 'node:crypto';
import { authenticatorUri, codeOf, periodAt, periodOfCode, secretText } from '@newline/api/features/accounts/totp';
import { createRecoveryCodes, createRecoveryHash, readRecoveryCode } from '@newline/api/features/accounts/recovery-codes';
import { createSecretBox } from '@newline/api/secret-box';
import { describe, expect, test } from 'vitest';

const secret = Buffer.from('12345678901234567890');

describe('codes from an authenticator app', () => {
  // RFC 6238, appendix B: the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('after %d seconds: %s @LOGIN-01', (seconds, code) => {
    expect(codeOf(secret, periodAt(seconds * 1000))).toBe(code);
  });

  test('are also valid in the period before and after, and no further @LOGIN-01', () => {
    const now = 59_000;
    expect([0, 1, 2, 3, 4].map((period) => periodOfCode(secret, codeOf(secret, period), now))).toEqual([0, 1, 2, null, null]);
    for (const wrong of ['', '28708', '2870822', 'abcdef']) expect(periodOfCode(secret, wrong, now)).toBeNull();
  });

  test('come from a secret that is written in base32 @LOGIN-01', () => {
    // RFC 4648, chapter 10, without padding.
    expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => secretText(Buffer.from(text)))).toEqual([
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ]);
    expect(authenticatorUri({ secret, siteName: 'A & B', email: 'a+b@example.com' })).toBe(
      `otpauth://totp/A%20%26%20B:a%2Bb%40example.com?secret=${secretText(secret)}&issuer=A%20%26%20B`,
    );
  });
});

test('recovery codes are accepted however they are typed, and nothing else is @LOGIN-01', () => {
  for (const code of createRecoveryCodes()) expect(readRecoveryCode(` ${code.toUpperCase().replace('-', '  ')}`)).toBe(code);
  for (const other of ['', '123456', 'abcde-fghj', 'abcde-fghij', 'abcde-fghjkm']) expect(readRecoveryCode(other)).toBeNull();
});

test('recovery codes are stored under a key of the site, for one user @LOGIN-01', () => {
  const [one, other] = [createRecoveryHash('key'), createRecoveryHash('another')];
  const hashes = [one('ada', 'abcde-fghjk'), one('eve', 'abcde-fghjk'), one('ada', 'abcde-fghjm'), other('ada', 'abcde-fghjk')];
  expect(new Set(hashes.map(String)).size).toBe(4);
  expect(hashes[0]).toEqual(one('ada', 'abcde-fghjk'));
  expect(hashes[0]).not.toEqual(createHmac('sha256', 'key').update('ada:abcde-fghjk').digest());
});

test('a sealed secret opens only with its key, for its owner, and unchanged @LOGIN-01', () => {
  const box = createSecretBox('key', 'one purpose');
  const sealed = box.seal(secret, 'ada');
  expect(box.open(sealed, 'ada')).toEqual(secret);
  expect(box.seal(secret, 'ada')).not.toEqual(sealed);
  expect(() => box.open(sealed, 'eve')).toThrow(/authenticat/);
  expect(() => createSecretBox('key', 'another purpose').open(sealed, 'ada')).toThrow(/authenticat/);
  expect(() => createSecretBox('another', 'one purpose').open(sealed, 'ada')).toThrow(/authenticat/);
  sealed[20] = (sealed[20] ?? 0) ^ 1;
  expect(() => box.open(sealed, 'ada')).toThrow(/authenticat/);
});
