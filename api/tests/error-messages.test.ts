import { glob, readFile } from 'node:fs/promises';
import { GraphQLError } from 'postgraphile/graphql';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codedError, codesBySqlState } from '../src/errors/error-codes.ts';
import { createMaskError } from '../src/errors/mask-error.ts';
import type { Log } from '../src/log.ts';
import { errorMessages, isErrorReason, paramsOf, sentenceOfReason } from '../src/rules/errors/error-messages.ts';

type Raise = { readonly where: string; readonly state: string; readonly reasons: readonly string[]; readonly params: readonly string[] };

let db: TestDatabase;
let raises: readonly Raise[];

beforeAll(async () => {
  db = await startTestDatabase();
  raises = await readRaises();
});
afterAll(() => db.stop());

/** All statements of the live functions that refuse something: its SQLSTATE, its reasons, and the names in its `detail`. */
async function readRaises(): Promise<Raise[]> {
  const { rows } = await db.superuser.query<{ name: string; body: string }>(
    `select p.oid::regprocedure::text as name, p.prosrc as body from pg_proc p
     where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)`,
  );
  return rows.flatMap(({ name, body }) =>
    [...body.matchAll(/\braise exception ((?:'(?:[^']|'')*'|[^';])*);/gi)].flatMap(([, statement = '']) => {
      const [, state] = /errcode = '(\w+)'/.exec(statement) ?? [];
      if (state === undefined || !state.startsWith('NL')) return [];
      const [message = '', detail = ''] = statement.split(/\bdetail = /);
      // Reasons raised from a column were assigned to it by name.
      const source = /offer\.already/.test(message) ? rows.map((row) => assignments(row.body)).join('') : message;
      const reasons = [...source.replace(/errcode = '\w+'/, '').matchAll(/'([^']*)'/g)]
        .map(([, text = '']) => text)
        .filter((text) => text !== '%' && !/^[a-z]+$/.test(text));
      return [{ where: name, state, reasons, params: [...detail.matchAll(/'([a-z]\w*)', /gi)].map(([, key = '']) => key) }];
    }),
  );
}

function assignments(body: string): string {
  return (body.match(/offer\.already := '[^']*'/g) ?? []).join('');
}

describe('errors that SQL raises', () => {
  test('every refusal is a reason of the catalog, with its code and the parameters of its message', () => {
    const faults = raises.flatMap(({ where, state, reasons, params }) => {
      if (reasons.length === 0) return [`${where}: no reason`];
      return reasons.flatMap((reason) => {
        if (!isErrorReason(reason)) return [`${where}: ${reason} is not in the catalog`];
        const [code, sentence] = errorMessages[reason];
        const missing = paramsOf(sentence).filter((name) => !params.includes(name));
        return [
          ...(code === codesBySqlState[state] ? [] : [`${where}: ${reason} is ${code}, raised as ${state}`]),
          ...missing.map((name) => `${where}: ${reason} needs ${name}`),
        ];
      });
    });
    expect(faults).toEqual([]);
    // Control: the statements were found.
    expect(raises.length).toBeGreaterThan(150);
    expect(raises.find(({ reasons }) => reasons.includes('REVIEW_TEXT_TOO_LONG'))).toEqual({
      where: 'app_private.check_review()',
      state: 'NL400',
      reasons: ['REVIEW_TEXT_TOO_LONG'],
      params: ['max', 'length'],
    });
  });

  test('no message is raised', () => {
    const all = raises.flatMap(({ reasons }) => reasons);
    expect(all.filter((reason) => !/^[A-Z][A-Z_]+$/.test(reason))).toEqual([]);
  });

  test('every reason of the catalog is used', async () => {
    const used = new Set(raises.flatMap(({ reasons }) => reasons));
    const sources = new URL('../src/', import.meta.url);
    for await (const name of glob('**/*.ts', { cwd: sources })) {
      if (name.startsWith('rules/errors/')) continue;
      const text = await readFile(new URL(name, sources), 'utf8');
      for (const [, reason = ''] of text.matchAll(/'([A-Z][A-Z_]+)'/g)) used.add(reason);
    }
    expect(Object.keys(errorMessages).filter((reason) => !used.has(reason))).toEqual([]);
  });
});

test('docs/error-reasons.md lists the catalog', async () => {
  const rows = Object.entries(errorMessages)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([reason, [code, sentence]]) => `| \`${reason}\` | \`${code}\` | ${sentence} |\n`);
  const head =
    '# Error reasons\n\nEvery reason that `extensions.reason` of an error can have. [error-codes.md](error-codes.md) explains the codes, and how to add a reason to the catalog in `api/src/rules/errors/`.\n';
  await expect(`${head}\n| reason | code | sentence |\n|---|---|---|\n${rows.join('')}`).toMatchFileSnapshot('../../docs/error-reasons.md');
});

describe('errors that clients get', () => {
  const lines: { level: string; fields: object; message: string }[] = [];
  const note = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  const log = { error: note('error'), warn: note('warn'), info: note('info') } as unknown as Log;
  const mask = (cause: Error) => {
    lines.length = 0;
    const { message, extensions } = createMaskError(log, null)(new GraphQLError('', { originalError: cause }));
    return { message, extensions };
  };
  const raised = (code: string, message: string, detail?: string) => Object.assign(new Error(message), { code, detail });

  test('a reason becomes its message, with code, reason, parameters and field', () => {
    expect(mask(raised('NL400', 'REVIEW_TEXT_TOO_LONG', '{"max": 200, "length": 1201}'))).toEqual({
      message: 'quoteMd: expected at most 200 characters, got 1,201.',
      extensions: { code: 'BAD_INPUT', reason: 'REVIEW_TEXT_TOO_LONG', params: { max: 200, length: 1201 }, field: 'quoteMd' },
    });
    expect(mask(raised('NL409', 'PERMALINK_TAKEN', '{"field": "slug", "permalink": "/a"}'))).toMatchObject({
      message: 'slug: /a is taken.',
      extensions: { field: 'slug' },
    });
    expect(mask(raised('NL404', 'CLIP_NOT_FOUND'))).toEqual({
      message: 'There is no such clip.',
      extensions: { code: 'NOT_FOUND', reason: 'CLIP_NOT_FOUND' },
    });
    expect(lines).toEqual([]);
  });

  test.each([
    ['a reason that the catalog does not have', raised('NL400', 'NO_SUCH_REASON')],
    ['a sentence', raised('NL409', 'The secret is 42.')],
    ['a reason under another code', raised('NL404', 'REVIEW_TEXT_TOO_LONG')],
    ['a name of every object', raised('NL404', 'constructor')],
  ])('%s is a FAULT and one log line', (_what, cause) => {
    const { message, extensions } = mask(cause);
    expect(extensions).toMatchObject({ code: 'FAULT', reason: 'INTERNAL_ERROR' });
    expect(message).toBe(`Something went wrong on our end. Reference ${String(extensions['reference'])}.`);
    expect(JSON.stringify({ message, extensions })).not.toContain(cause.message);
    expect(lines).toEqual([
      { level: 'error', fields: expect.objectContaining({ err: cause, reference: extensions['reference'] }), message: expect.any(String) },
    ]);
  });

  test('TypeScript throws the same', () => {
    const { message, extensions } = mask(codedError('TITLE_LENGTH_INVALID', { max: 200, length: 0 }, { statusCode: 400 }));
    expect(message).toBe('title: expected 1 to 200 characters, got 0.');
    expect(extensions).toEqual({
      code: 'BAD_INPUT',
      reason: 'TITLE_LENGTH_INVALID',
      params: { max: 200, length: 0 },
      field: 'title',
      statusCode: 400,
    });
  });

  test('a parameter that is missing, or that the message doesn’t use, is a type error', () => {
    // @ts-expect-error -- the length is missing
    expect(codedError('TITLE_LENGTH_INVALID', { max: 200 })).toBeInstanceOf(Error);
    // @ts-expect-error -- the parameters are missing
    expect(codedError('TITLE_LENGTH_INVALID')).toBeInstanceOf(Error);
    // @ts-expect-error -- the sentence names no such parameter
    expect(codedError('CLIP_NOT_FOUND', { clip: 1 })).toBeInstanceOf(Error);
    // @ts-expect-error -- there is no such reason
    expect(() => codedError('NO_SUCH_REASON')).toThrow(TypeError);
  });

  test('times, durations and sizes are formatted for people', () => {
    expect(sentenceOfReason('USER_SUSPENDED_UNTIL', { endsAt: '2027-05-03T12:00:00+00:00' })).toBe(
      'You are suspended and cannot post until May 3, 2027 at 12:00 UTC.',
    );
    expect(sentenceOfReason('COMMENT_LIMIT_REACHED', { waitSeconds: 61 })).toBe('Too many comments. Try again in 2 minutes.');
    expect(sentenceOfReason('VIDEO_TOO_LARGE', { maxBytes: 2_000_000_000, byteCount: 2_500_000_000 })).toBe(
      'byteCount: expected at most 2 GB, got 2.5 GB.',
    );
  });
});
