import type { PgClient } from 'postgraphile/@dataplan/pg';
import { readStoredBody, type TextSurroundings } from '../documents/derive-stored-body.ts';
import type { BodyInput } from '../documents/read-body.ts';
import { writeBody } from '../documents/write-body.ts';
import { createTextWrites, requireTextRight, type TextWrites } from '../texts/text-writes.ts';
import { type ArticlePatch, readDetails, readTitle } from './read-details.ts';

export type CreateArticleInput = BodyInput & { readonly title: string };

/** The operations that change an article, with the permissions of the client's user. Each writes all or nothing. */
export type ArticleWrites = TextWrites & {
  create(client: PgClient, input: CreateArticleInput): Promise<{ textId: string }>;
  update(client: PgClient, input: { readonly id: string; readonly patch: ArticlePatch }): Promise<{ textId: string }>;
};

/**
 * Creates the operations that change articles.
 * @param surroundings the site's origin, which decides which links are external, and the renderer of code, formulas and diagrams
 */
export function createArticleWrites(surroundings: TextSurroundings): ArticleWrites {
  return {
    ...createTextWrites('article', surroundings),

    async create(client, input) {
      const title = readTitle(input.title);
      await requireTextRight(client, 'article', null);
      const hasText = typeof input.bodyDelta === 'string' || typeof input.bodyMarkdown === 'string';
      const stored = await readStoredBody(hasText ? input : { bodyMarkdown: '' }, 'article', surroundings);
      const [created] = await writeBody<{ textId: string }>(
        client,
        `select app_private.create_article($1, app_private.slug_of($1, 'article'), $2, $3, $4, $5, $6, $7, $8, $9) as "textId"`,
        [title, ...stored],
      );
      if (!created) throw new Error('create_article: expected an id, got nothing');
      return created;
    },

    async update(client, { id, patch }) {
      await client.query({ text: 'select app_private.update_article($1, $2)', values: [id, JSON.stringify(readDetails(patch))] });
      return { textId: id };
    },
  };
}
