import { startTestDatabase } from '@newline/db/testing';
import { expect, test } from 'vitest';
import { tagsOfAll, tagsOfOne } from '../src/page-tags.ts';

test('loaders use exactly the tags that the database announces @SITE-05', async () => {
  const db = await startTestDatabase();
  try {
    const { rows } = await db.superuser.query<{ args: string[] }>(
      `select string_to_array(encode(tgargs, 'escape'), '\\000') as args from pg_trigger where tgname = 'notify_tags' and tgnargs = 3`,
    );
    expect(new Set(rows.map(({ args }) => args[0]?.replace('!', '')))).toEqual(new Set(tagsOfAll));
    const ones = [...new Set(rows.map(({ args }) => args[1]))].filter(Boolean);
    expect(tagsOfOne).toEqual(expect.arrayContaining(ones));
    // Other tags of single items are announced by their own triggers, in the text of their functions.
    const { rows: functions } = await db.superuser.query<{ source: string }>(
      `select prosrc as source from pg_proc where prosrc like '%app_private.tell_tags(%' and pronamespace = 'app_private'::regnamespace`,
    );
    const named = functions.flatMap(({ source }) => [...source.matchAll(/'(?:[a-z_]+,)?([a-z-]+):'/gu)].map(([, tag]) => tag));
    expect(new Set(named)).toEqual(new Set(tagsOfOne));
  } finally {
    await db.stop();
  }
});
