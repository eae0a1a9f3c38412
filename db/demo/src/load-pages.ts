import { globSync, readFileSync } from 'node:fs';
import { deriveBlocks } from '@newline/document/derive-blocks';
import { demoId } from './demo-id.ts';
import { readFrontMatter } from './front-matter.ts';
import type { LoadContext } from './load-context.ts';
import { readDocument } from './read-document.ts';

const folder = new URL('../content/pages/', import.meta.url);
/** Their order in the footer; others aren't linked there. */
const inFooter = ['about', 'help', 'code-of-conduct', 'terms', 'privacy', 'refunds', 'imprint'];

/** Loads the pages of the site's owner, published by an administrator of the demo. */
export async function loadPages({ client, siteOrigin, daysAgo }: LoadContext): Promise<void> {
  const publishedAt = daysAgo(40);
  for (const file of globSync('*.md', { cwd: folder }).toSorted()) {
    const slug = file.replace(/\.md$/, '');
    const { facts, body } = readFrontMatter(readFileSync(new URL(file, folder), 'utf8'));
    const title = String(facts['title']);
    const document = readDocument(body, 'article', `pages/${file}`);
    const { markdown, text } = deriveBlocks(document, { siteOrigin });
    const [id, revisionId] = [demoId('page', slug), demoId('page revision', slug)];
    const order = inFooter.indexOf(slug) + 1;
    await client.query(
      `insert into app_public.pages (id, slug, title, footer_order, published_version, published_at, created_at) values ($1, $2, $3, $4, 1, $5, $5)`,
      [id, slug, title, order > 0 ? order : null, publishedAt],
    );
    await client.query(
      `insert into app_public.page_revisions (id, page_id, version, title, words_count, published_at, created_at, updated_at)
       values ($1, $2, 1, $3, app_private.count_words($4), $5, $5, $5)`,
      [revisionId, id, title, text, publishedAt],
    );
    await client.query('insert into app_private.page_revision_texts (revision_id, body_delta) values ($1, $2)', [
      revisionId,
      JSON.stringify(document),
    ]);
    await client.query('insert into app_private.page_bodies (page_id, body_delta, block_markdown, block_text) values ($1, $2, $3, $4)', [
      id,
      JSON.stringify(document),
      markdown,
      text,
    ]);
  }
}
