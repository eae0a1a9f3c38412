import { createRenderer, rendererVersion, type Renderer } from '@newline/api/features/rendering/create-renderer';
import { renderBodies } from '@newline/api/features/rendering/render-bodies';
import { createLog } from '@newline/api/log';
import { ProcessLost } from '@newline/api/processes/bounded-process';
import { createPool } from '@newline/db/create-pool';
import { asSuperuser, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Renderings } from '@newline/document/renderings';
import { PassThrough } from 'node:stream';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let db: TestDatabase;
let pool: Pool;
const logLines: string[] = [];
const lines = new PassThrough();
lines.on('data', (chunk: Buffer) => logLines.push(chunk.toString()));
const log = createLog('info', lines);
const renderer = createRenderer({ log });

beforeAll(async () => {
  db = await startTestDatabase({ demo: true });
  pool = createPool(db.connections.worker, { max: 2, applicationName: 'test worker', onError: () => undefined });
  // One text of each kind is enough; the demo has a hundred.
  await db.superuser.query(`
    delete from app_private.page_bodies where page_id not in (select page_id from app_private.page_bodies order by page_id limit 1);
    delete from app_private.lesson_bodies where lesson_id not in (select lesson_id from app_private.lesson_bodies order by lesson_id limit 1);
    delete from app_private.article_bodies where article_id not in (select article_id from app_private.article_bodies order by article_id limit 1);
    delete from app_public.comments where parent_id is not null;
    delete from app_public.comments where id not in (select id from app_public.comments where not deleted order by id limit 1)`);
});
afterAll(async () => {
  await renderer.close();
  await pool.end();
  await db.stop();
});

const body = (source: string) => ({
  type: 'doc',
  attrs: { version: 1 },
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'x' }] },
    { type: 'codeBlock', attrs: { mode: 'js' }, content: [{ type: 'text', text: source }] },
  ],
});

beforeEach(async () => {
  logLines.length = 0;
  for (const table of ['lesson_bodies', 'article_bodies'])
    await db.superuser.query(
      `update app_private.${table} set body_delta = $1, block_ids = '{a,b}', block_html = '{a,b}', block_markdown = '{a,b}', block_text = '{a,b}',
         block_lengths = '{1,1}', free_blocks = null, drawings = null, drawn_by = 0`,
      [body('let a')],
    );
  await db.superuser.query(
    `update app_private.page_bodies set body_delta = $1, block_markdown = '{a,b}', block_text = '{a,b}', drawings = null, drawn_by = 0`,
    [body('let b')],
  );
  await db.superuser.query('update app_public.comments set body_delta = $1 where not deleted', [body('let c')]);
  await db.superuser.query('update app_public.comments set body_drawings = null, drawn_by = 0 where not deleted');
});

/** Returns the stored renderings of all texts. */
async function stored(): Promise<{ drawings: Renderings | null; drawn_by: number }[]> {
  const { rows } = await db.superuser.query<{ drawings: Renderings | null; drawn_by: number }>(`
    select drawings, drawn_by from app_private.article_bodies union all select drawings, drawn_by from app_private.lesson_bodies
    union all select drawings, drawn_by from app_private.page_bodies union all select body_drawings, drawn_by from app_public.comments where not deleted`);
  return rows;
}

describe('the job that renders stored texts @DOC-03', () => {
  test('renders articles, lessons, pages and comments without renderings, once', async () => {
    expect(await stored()).toEqual(Array.from({ length: 4 }, () => ({ drawings: null, drawn_by: 0 })));
    expect(await renderBodies({ pool, renderer, log })).toBe(4);
    const rendered = { drawings: [null, [{ code: ['3k2 '], name: 'JavaScript' }]], drawn_by: rendererVersion };
    expect(await stored()).toEqual([rendered, rendered, rendered, rendered]);
    expect(await renderBodies({ pool, renderer, log })).toBe(0);
  });

  test('renders again what an older renderer rendered, and a comment whose text changed', async () => {
    await renderBodies({ pool, renderer, log });
    await db.superuser.query('update app_private.article_bodies set drawn_by = $1', [rendererVersion - 1]);
    await db.superuser.query('update app_public.comments set body_delta = $1 where not deleted', [body('const a')]);
    expect((await stored()).filter(({ drawings }) => drawings === null)).toHaveLength(1);
    expect(await renderBodies({ pool, renderer, log })).toBe(2);
    expect((await stored()).at(-1)?.drawings).toEqual([null, [{ code: ['5k2 '], name: 'JavaScript' }]]);
  });

  test('discards renderings of a text that changed meanwhile, and renders that one next', async () => {
    let isFirst = true;
    const slow: Renderer = {
      ...renderer,
      async renderDocument(document) {
        if (isFirst) await db.superuser.query('update app_private.article_bodies set body_delta = $1', [body('return')]);
        isFirst = false;
        return renderer.renderDocument(document);
      },
    };
    expect(await renderBodies({ pool, renderer: slow, log })).toBe(4);
    expect((await stored())[0]?.drawings).toEqual([null, [{ code: ['6k'], name: 'JavaScript' }]]);
  });

  test('tells the page cache which article and course went stale', async () => {
    const payloads: string[] = [];
    const client = await db.superuser.connect();
    client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
    await client.query('listen newline_tags');
    await renderBodies({ pool, renderer, log });
    await client.query('select 1');
    await client.query('unlisten *');
    client.release();
    expect(payloads.some((tags) => /^articles,article:[0-9a-f-]{36}$/u.test(tags))).toBe(true);
    expect(payloads.some((tags) => /^lessons,(?:course|book):[0-9a-f-]{36}$/u.test(tags))).toBe(true);
  });

  test('marks a text whose renderings are too large as rendered, without them, and says so @EDIT-05', async () => {
    const huge: Renderer = { ...renderer, renderDocument: () => Promise.resolve([null, [{ code: ['9'.repeat(9_000_000)], name: '' }]]) };
    await renderBodies({ pool, renderer: huge, log });
    expect(await stored()).toEqual(Array.from({ length: 4 }, () => ({ drawings: null, drawn_by: rendererVersion })));
    expect(logLines.join('')).toContain('it is shown as it was written');
  });

  test('keeps a text whose process was lost in the queue, renders the others, and fails, so that it is retried @DOC-03', async () => {
    const { rows } = await db.superuser.query<{ body: unknown }>('select body_delta as body from app_private.article_bodies');
    const unlucky = JSON.stringify(rows[0]?.body);
    await db.superuser.query(
      `update app_private.article_bodies set body_delta = jsonb_set(body_delta, '{content,1,content,0,text}', '"let unlucky"')`,
    );
    const losing: Renderer = {
      ...renderer,
      renderDocument: (document) =>
        JSON.stringify(document).includes('unlucky') ? Promise.reject(new ProcessLost('killed')) : renderer.renderDocument(document),
    };
    await expect(renderBodies({ pool, renderer: losing, log })).rejects.toBeInstanceOf(ProcessLost);
    const versions = (await stored()).map(({ drawn_by }) => drawn_by).toSorted((a, b) => a - b);
    expect(versions).toEqual([0, rendererVersion, rendererVersion, rendererVersion]);
    expect(await renderBodies({ pool, renderer, log })).toBe(1);
    expect((await stored()).every(({ drawings }) => drawings !== null)).toBe(true);
    await db.superuser.query('update app_private.article_bodies set body_delta = $1', [unlucky]);
  });

  test('renders after an upgrade what an earlier release stored as done without a result', async () => {
    await db.superuser.query('update app_private.article_bodies set drawings = null, drawn_by = 1');
    await renderBodies({ pool, renderer, log });
    expect((await stored()).every(({ drawings, drawn_by }) => drawings !== null && drawn_by === rendererVersion)).toBe(true);
  });

  test('stops where it is when the site stops', async () => {
    const stopping = new AbortController();
    stopping.abort();
    expect(await renderBodies({ pool, renderer, log, signal: stopping.signal })).toBe(0);
    expect((await stored()).every(({ drawn_by }) => drawn_by === 0)).toBe(true);
  });

  test('can store only one rendering per block: the database refuses others', async () => {
    for (const renderings of ['[]', '[null]', '{}', '[null, null, null]'])
      await expect(
        asSuperuser(db, (client) => client.query('update app_private.article_bodies set drawings = $1', [renderings])),
      ).rejects.toMatchObject({
        code: '23514',
      });
  });

  test('finds what is left to render with an index, and costs nothing when there is nothing', async () => {
    await renderBodies({ pool, renderer, log });
    const { rows } = await asSuperuser(db, async (client) => {
      await client.query('set local enable_seqscan = off');
      return client.query<{ 'QUERY PLAN': string }>(
        `explain select id from app_public.comments where not deleted and drawn_by < ${rendererVersion} limit 20`,
      );
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('comments_drawn_by_idx');
  });
});
