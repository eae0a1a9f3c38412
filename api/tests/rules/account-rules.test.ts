import { faultOfEmail, faultOfName, faultOfPassword, faultsIn, keeps } from '@newline/api/rules/account';
import { expect, test } from 'vitest';
import { z } from 'zod';

test.each(['ada@example.com', 'ada.lovelace+notes@mail.example.co', `${'a'.repeat(242)}@example.com`])(
  '%s is a valid address @AUTH-01',
  (email) => {
    expect(faultOfEmail(email)).toBeNull();
  },
);

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a da@example.com',
  'ada@example.com\n',
  'ada@@example.com',
  `${'a'.repeat(243)}@example.com`,
])('%j is invalid, and the error shows an example @AUTH-01', (email) => {
  expect(faultOfEmail(email)).toBe('Enter an email address such as ada@example.com.');
});

test('a password has 10 to 128 characters, and a name 1 to 80 @AUTH-01', () => {
  expect([
    faultOfPassword('a'.repeat(9)),
    faultOfPassword('a'.repeat(10)),
    faultOfPassword('a'.repeat(128)),
    faultOfPassword('a'.repeat(129)),
  ]).toEqual(['Use 10 characters or more.', null, null, 'Use 128 characters or fewer.']);
  expect([faultOfName(''), faultOfName('A'), faultOfName('a'.repeat(80)), faultOfName('a'.repeat(81))]).toEqual([
    'Enter a name; it need not be your real one.',
    null,
    null,
    'Use 80 characters or fewer.',
  ]);
});

test('mistakes are listed by field, and a schema reports the same', () => {
  expect(faultsIn({ name: faultOfName('Ada'), email: faultOfEmail('ada') })).toEqual({
    email: 'Enter an email address such as ada@example.com.',
  });
  const schema = z.string().superRefine(keeps(faultOfEmail));
  expect(schema.safeParse('ada').error?.issues[0]?.message).toBe('Enter an email address such as ada@example.com.');
  expect(schema.safeParse('ada@example.com').success).toBe(true);
});
