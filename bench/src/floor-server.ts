/**
 * Serves the floors: the cost of the same answer with only node:http, pg and React. Run as `node floor-server.ts {kind} {port}`; settings
 * are in FLOOR_* variables.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { renderToString } from 'react-dom/server';
import { elementOf } from './element-of.ts';
import { type HtmlElement, parseHtml } from './parse-html.ts';
import { createPageFiles } from './page-files.ts';

const MAX_CONNECTIONS = 10;

const [, , kind = '', port = '0'] = process.argv;
const userId = process.env.FLOOR_USER_ID ?? '';
const owner = new pg.Pool({ connectionString: process.env.FLOOR_OWNER_URL, max: MAX_CONNECTIONS });
const app = new pg.Pool({ connectionString: process.env.FLOOR_APP_URL, max: MAX_CONNECTIONS });

const clipsSql = `
  select c.id, c.is_short, c.title, c.description, c.video_url, c.thumbnail_seconds, c.duration_seconds, c.comments_count,
    c.likes_count, c.shares_count, coalesce(k.title, b.title) as item_title, coalesce(k.permalink, b.permalink) as permalink,
    l.id as like_id, l.enabled as liked, s.id as share_id, s.enabled as shared, m.id as bookmark_id, m.enabled as bookmarked,
    v.position_seconds, (select d.id from app_public.discussions d where d.clip_id = c.id order by d.created_at desc limit 1) as discussion_id
  from (select * from app_public.clips where video_url is not null and is_listed order by created_at desc, id desc limit 30) c
  left join app_public.courses k on k.id = c.course_id left join app_public.books b on b.id = c.book_id
  left join app_public.clip_likes l on l.clip_id = c.id and l.user_id = $1
  left join app_public.clip_shares s on s.clip_id = c.id and s.user_id = $1
  left join app_public.clip_bookmarks m on m.clip_id = c.id and m.user_id = $1
  left join app_public.clip_views v on v.clip_id = c.id and v.user_id = $1
  order by c.created_at desc, c.id desc`;

const catalogSql = `
  select c.id, c.title, c.permalink, c.topic, c.summary, c.poster_image_url, c.is_free, c.is_coming_soon, c.is_bootcamp, c.is_live_workshop,
    c.created_at, c.published_at, c.rating_count, c.rating_sum,
    (select json_agg(u.name) from app_public.contributions k join app_public.users u on u.id = k.user_id where k.course_id = c.id) as authors
  from app_public.courses c
  where c.archived_at is null and c.is_shown_publicly and (c.is_coming_soon or (c.is_published and c.published_at <= now()))
  order by c.published_at desc nulls last, c.id desc limit 30`;

const likeSql = `
  insert into app_public.clip_likes as l (clip_id, user_id) values ($1, $2)
  on conflict (clip_id, user_id) do update set enabled = not l.enabled returning id`;

type Answer = (response: ServerResponse, request: IncomingMessage) => Promise<void>;

/** The kinds of floors. Each prepares once, and returns how it answers. */
const kinds: Record<string, () => Answer> = {
  /** B: finished HTML from memory. */
  html: () => {
    const html = readPage();
    return async (response) => sendHtml(response, html);
  },
  /** C: one query, and React's renderToString of the same page. */
  react: () => {
    const page = parseHtml(readPage().toString());
    return async (response) => {
      const { rows } = await owner.query({
        name: 'person',
        text: 'select id, username, name from app_public.users where id = $1',
        values: [userId],
      });
      if (rows.length !== 1) throw new Error(`floor react: expected the person, got ${rows.length} rows`);
      sendHtml(response, Buffer.from(`<!DOCTYPE html>${renderToString(elementOf(page, 0))}`));
    };
  },
  /** Pages for a browser from a folder, with all other files from the site: requested once, and then from memory. */
  page: () => {
    const folder = process.env.FLOOR_FILES ?? '';
    const page = JSON.parse(readFileSync(join(folder, 'page.json'), 'utf8')) as HtmlElement;
    writeFileSync(join(folder, 'hydrated.html'), `<!DOCTYPE html>${renderToString(elementOf(page))}`);
    return createPageFiles(process.env.FLOOR_SITE ?? '', folder);
  },
  /** D: the catalog in one statement. */
  catalog: () => async (response) => sendJson(response, (await owner.query({ name: 'catalog', text: catalogSql })).rows),
  /** E: thirty clips as the reader's role inside a transaction. */
  clips: () => async (response) => sendJson(response, await queryAsReader('clips', clipsSql, [userId])),
  /** The bare upsert of a like, as the reader's role inside a transaction. */
  like: () => async (response) => sendJson(response, await queryAsReader('like', likeSql, [process.env.FLOOR_CLIP_ID, userId])),
};

const answer = kinds[kind]?.();
if (answer === undefined) throw new Error(`floor-server: expected one of ${Object.keys(kinds).join(', ')}, got '${kind}'`);
const server = createServer((request, response) => {
  request.resume();
  answer(response, request).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`ready ${kind}`));
process.on('SIGTERM', () => {
  server.close(() => void Promise.all([owner.end(), app.end()]).then(() => process.exit(0)));
  server.closeAllConnections();
});

function readPage(): Buffer {
  return readFileSync(process.env.FLOOR_HTML ?? '');
}

/** Runs a query like a request of the site: with its role and its user for one transaction. */
async function queryAsReader(name: string, text: string, values: unknown[]): Promise<unknown[]> {
  const client = await app.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'reader',
      text: "select set_config('role', 'newline_learner', true), set_config('newline.user_id', $1, true)",
      values: [userId],
    });
    const { rows } = await client.query({ name, text, values });
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

function sendHtml(response: ServerResponse, html: Buffer): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': html.length }).end(html);
}

function sendJson(response: ServerResponse, rows: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: rows }));
}
