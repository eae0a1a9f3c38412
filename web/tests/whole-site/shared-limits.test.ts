import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const app = fileURLToPath(new URL('../../app/', import.meta.url));

/** Returns field lengths written as numbers; the length of a short code, such as a currency, isn't a limit. */
const ownLengths = (source: string) => [...source.matchAll(/maxLength=\{(?:\d{2,}|[\d_]{2,})\}/g)].map(([text]) => text);

test('every field takes its maximum length from api/src/rules/limits', () => {
  const files = globSync('**/*.tsx', { cwd: app });
  const faults = files.flatMap((file) => ownLengths(readFileSync(join(app, file), 'utf8')).map((text) => `${file}: ${text}`));
  expect(files.length).toBeGreaterThan(200);
  expect(faults).toEqual([]);
});

test('a hard-coded length is found (control)', () => {
  expect(ownLengths('<Field maxLength={200} /><Field maxLength={3} /><Field maxLength={reviewLimits.quote} />')).toEqual([
    'maxLength={200}',
  ]);
});
