import type { ApiClient } from '../api-client.ts';
import type { SiteRows } from '../site-rows.ts';

type Body = { bodyMarkdown: string } | { bodyDelta: string };
/** An article that readers can open. */
export type PublishedText = { id: string; path: string };

/** Writes and publishes an article as its author. */
export async function publish(author: ApiClient, title: string, body: Body, details: object = {}): Promise<PublishedText> {
  const made = await author.run<{ createArticle: { article: { id: string } } }>(
    'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id } } }',
    { input: { title, bodyMarkdown: 'x' } },
  );
  const id = made.data?.createArticle.article.id;
  if (id === undefined) throw new Error(`publish: ${JSON.stringify(made.errors)}`);
  const saved = await author.run<{ saveArticle: { article: { latestRevision: { version: number } } } | null }>(
    'mutation a($input: SaveArticleInput!) { saveArticle(input: $input) { article { latestRevision { version } } } }',
    { input: { id, title, baseVersion: 1, ...body } },
  );
  const version = saved.data?.saveArticle?.article.latestRevision.version;
  if (version === undefined) throw new Error(`publish: ${JSON.stringify(saved.errors).slice(0, 2000)}`);
  const changed = await author.run<{ updateArticle: { article: { permalink: string } } }>(
    'mutation a($input: UpdateArticleInput!) { updateArticle(input: $input) { article { permalink } } }',
    { input: { id, patch: { slug: `hostile-${id}`, ...details } } },
  );
  const path = changed.data?.updateArticle.article.permalink;
  if (path === undefined) throw new Error(`publish: ${JSON.stringify(changed.errors)}`);
  const published = await author.run('mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { id } } }', {
    input: { id, version },
  });
  if (published.errors) throw new Error(`publish: ${JSON.stringify(published.errors)}`);
  return { id, path };
}

/** Replaces a text with a document without any checks, as if one of them had a bug; `drawings` are stored next to its blocks. */
export async function forceText(
  rows: SiteRows,
  table: 'article' | 'lesson',
  id: string,
  blocks: readonly object[],
  renderings: unknown,
): Promise<void> {
  const bodies = await rows.run(
    `update app_private.${table}_bodies set body_delta = $2, free_blocks = null, drawn_by = 1000,
       drawings = (select jsonb_agg($4::jsonb) from generate_series(1, $3)),
       block_ids = array_fill('x'::text, array[$3]), block_html = array_fill('x'::text, array[$3]),
       block_markdown = array_fill('x'::text, array[$3]), block_text = array_fill('x'::text, array[$3]),
       block_lengths = array_fill(1, array[$3])
     where ${table}_id = $1 returning 1`,
    [id, JSON.stringify({ type: 'doc', content: blocks }), blocks.length, JSON.stringify(renderings)],
  );
  if (bodies.length !== 1) throw new Error(`forceText: expected the body of one ${table}, got ${bodies.length}`);
}

/** Creates a discussion of an article with comments of these blocks, without any checks; returns its path. */
export async function forceComments(
  rows: SiteRows,
  articleId: string,
  userId: string,
  comments: readonly (readonly object[])[],
): Promise<string> {
  const [discussion] = await rows.run('insert into app_public.discussions (article_id) values ($1) returning id', [articleId]);
  for (const blocks of comments)
    await rows.run(
      `insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html, drawn_by)
       values ($1, $2, $3, $4, $5, 1000)`,
      [
        discussion?.['id'],
        userId,
        JSON.stringify({ type: 'doc', content: blocks }),
        JSON.stringify(blocks).slice(0, 60_000),
        JSON.stringify(blocks),
      ],
    );
  return `/discussions/${String(discussion?.['id'])}`;
}

/** Returns what a broken renderer could have stored for a block: markup of every kind that isn't allowed. */
export function hostileRenderings(code: string): unknown {
  const inside = [
    ['script', {}, code],
    ['image', { href: 'x:x', onerror: code }],
    ['a', { href: `javascript:${code}` }, 'x'],
    ['animate', { onbegin: code, attributeName: 'x', dur: '1s' }],
    ['set', { attributeName: 'href', to: `javascript:${code}` }],
    ['foreignObject', {}, ['img', { src: 'x:x', onerror: code }]],
    ['style', {}, `@import "https://canary.example/1.css"`],
    ['use', { href: `data:image/svg+xml,<svg onload='${code}'>#x` }],
    ['rect', { onload: code, fill: 'url(https://canary.example/1.svg)', style: 'background:url(https://canary.example/1.png)' }],
    ['mtext', {}, ['script', {}, code], ['img', { src: 'x:x', onerror: code }]],
    ['maction', { href: `javascript:${code}`, 'xlink:href': `javascript:${code}` }, 'x'],
    ['annotation-xml', { encoding: 'text/html' }, ['script', {}, code]],
  ];
  return ['svg', 'math', 'script'].map((root) => ({
    of: 1,
    label: `"><script>${code}</script>`,
    code: [`1"><script>${code}</script>`],
    name: `<script>${code}</script>`,
    markup: [root, { onload: code, href: `javascript:${code}`, __proto__: null }, ...inside],
  }));
}
