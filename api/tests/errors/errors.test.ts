import { allowances } from '@newline/api/rate-limits';
import { limits } from '@newline/api/graphql/document-limits';
import { errorCodes } from '@newline/api/errors/error-codes';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
let learner: Browser;
let learnerId: string;
let clipId: string;
beforeAll(async () => {
  site = await startTestApi();
  ({ browser: learner, userId: learnerId } = await signUp(site, 'learner@example.com'));
  [clipId = ''] = await makeClips(site.db, await makeCourse(site.db), 1);
});
afterAll(() => site.stop());

const inside =
  /NL\d{3}|\b(?:22|23|42|57)[0-9A-Z]{3}\b|app_public|app_private|clip_likes|select |insert |at .*\.(?:ts|js):\d+|policy|constraint|relation/i;
const update = `mutation a($id: UUID!, $patch: UserPatch!) { updateUserById(input: { id: $id, patch: $patch }) { user { id name } } }`;

type Case = {
  what: string;
  run: () => Promise<{ errors?: readonly { message: string; extensions?: Record<string, unknown> }[] }>;
  extensions: object;
  message: string;
};
const cases: Case[] = [
  {
    what: 'a value that a check refuses',
    run: () => learner.graphql(update, { id: learnerId, patch: { biography: 'x'.repeat(2_001) } }),
    extensions: { code: 'BAD_INPUT', reason: 'VALUE_INVALID', field: 'biography' },
    message: 'A value has an invalid format.',
  },
  {
    what: 'a name that is taken',
    run: async () => {
      await signUp(site, 'taken@example.com', 'Taken Name');
      return learner.graphql(update, { id: learnerId, patch: { username: 'taken-name' } });
    },
    extensions: { code: 'CONFLICT', reason: 'VALUE_TAKEN', field: 'username' },
    message: 'This is already taken.',
  },
  {
    what: 'an address that is none',
    run: () => learner.graphql(update, { id: learnerId, patch: { websiteUrl: 'javascript:alert(1)' } }),
    extensions: { code: 'BAD_INPUT', reason: 'VALUE_INVALID' },
    message: 'A value has an invalid format.',
  },
  {
    what: 'text that PostgreSQL cannot hold',
    run: () => learner.graphql(update, { id: learnerId, patch: { name: 'a\u0000b' } }),
    extensions: { code: 'BAD_INPUT' },
    message: 'Expected text without the character NUL (U+0000): remove it and send again.',
  },
  {
    what: 'an id that is none',
    run: () => learner.graphql('query a($id: UUID!) { clipById(id: $id) { id } }', { id: 'x' }),
    extensions: {},
    message: 'Variable "$id" got invalid value "x"; Invalid UUID, expected 32 hexadecimal characters, optionally with hyphens',
  },
];
test.each(cases)('$what is reported without internal details', async ({ run, extensions, message }) => {
  const { errors } = await run();
  expect(errors?.[0]).toMatchObject({ message });
  expect(errors?.[0]?.extensions ?? {}).toEqual(extensions);
  expect(JSON.stringify(errors)).not.toMatch(inside);
});

test('a server error shows a reference, and the log has it with the cause', async () => {
  await site.db.superuser.query(
    `create function app_public.break_it() returns trigger language plpgsql as $$ begin raise exception 'inside of app_public.clip_likes'; end $$`,
  );
  await site.db.superuser.query(
    'create trigger break_it before insert or update on app_public.clip_likes for each row execute function app_public.break_it()',
  );
  const mutation = `mutation a($clipId: UUID!) { toggleLike(input: { clipId: $clipId }) { like { id } } }`;
  const answer = await learner.graphql(mutation, { clipId });
  const [error] = answer.errors ?? [];
  expect(error?.message).toMatch(/^Something went wrong on our end\. Reference [0-9a-f]{10}\.$/);
  expect(error?.extensions).toEqual({
    code: 'FAULT',
    reason: 'INTERNAL_ERROR',
    params: { reference: error?.extensions?.['reference'] },
    reference: expect.any(String),
  });
  expect(JSON.stringify(answer)).not.toMatch(inside);
  const line = site.logLines.find((each) => each.includes(String(error?.extensions?.['reference'])));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    level: 'error',
    err: { message: expect.stringContaining('inside of app_public.clip_likes') },
  });

  const inProcess = await site.api.execute({ document: mutation, variables: { clipId }, viewer: { userId: learnerId, role: 'learner' } });
  expect(inProcess.errors?.[0]?.message).toMatch(/^Something went wrong on our end/);
  expect(JSON.stringify(inProcess)).not.toMatch(inside);
});

test('a statement that takes too long is stopped after 3 s', async () => {
  await site.db.superuser.query(
    `create or replace function app_public.clip_totals() returns app_public.clip_totals language plpgsql stable as $$ begin perform pg_sleep(600); return (1, 1)::app_public.clip_totals; end $$`,
  );
  // Sleeps for longer than a test may last.
  const { errors } = await learner.graphql('{ clipTotals { shorts } }');
  const reference = String(errors?.[0]?.extensions?.['reference']);
  expect(errors?.[0]).toMatchObject({
    message: `This took too long and was stopped. Request less data. Reference ${reference}.`,
    extensions: { code: 'TIMEOUT' },
  });
  const line = site.logLines.find((each) => each.includes(reference));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'warn', err: { message: 'canceling statement due to statement timeout' } });
});

test('docs/limits.md has exactly the rate limits that exist', async () => {
  const text = await readFile(fileURLToPath(new URL('../../../docs/limits.md', import.meta.url)), 'utf8');
  const readNumber = (written = '') => Number(written.replaceAll(',', ''));
  const documented = [...text.matchAll(/^\| `(\w+)` \| .+ \| ([\d,]+) in ([\d,]+) min \| (\w+) \|$/gm)].map(
    ([, name, times, minutes, storedIn]) => [name, { times: readNumber(times), windowSeconds: 60 * readNumber(minutes), storedIn }],
  );
  expect(Object.fromEntries(documented)).toEqual(allowances);
});

test('docs/error-codes.md names every limit of a query', async () => {
  const text = await readFile(fileURLToPath(new URL('../../../docs/error-codes.md', import.meta.url)), 'utf8');
  const named = [...text.matchAll(/^\| `([a-zA-Z]+)` \| [\d,]+[^|]* \|/gm)].map(([, limit]) => limit);
  expect(new Set(named)).toEqual(new Set(Object.keys(limits)));
});

test('docs/error-codes.md explains exactly the codes that exist', async () => {
  const text = await readFile(fileURLToPath(new URL('../../../docs/error-codes.md', import.meta.url)), 'utf8');
  const explained = [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code);
  expect(new Set(explained)).toEqual(new Set(errorCodes));
  expect(explained).toHaveLength(errorCodes.length);
});
