import type { PgClient } from 'postgraphile/@dataplan/pg';
import { readStoredBody, type TextSurroundings } from '../documents/derive-stored-body.ts';
import type { BodyInput } from '../documents/read-body.ts';
import { writeBody } from '../documents/write-body.ts';
import { createTextWrites, requireTextRight, type TextWrites } from '../texts/text-writes.ts';
import { type ArticlePatch, readDetails, readTitle } from './read-details.ts';

/** The input of `createArticle`. */
export type CreateArticleInput = BodyInput & { readonly title: string };

/** The calls that change an article, as the person whose client it is. Each writes all or nothing. */
export type ArticleWrites = TextWrites & {
  create(client: PgClient, input: CreateArticleInput): Promise<{ textId: string }>;
  update(client: PgClient, input: { readonly id: string; readonly patch: ArticlePatch }): Promise<{ textId: string }>;
};

/** @param surroundings the site's own origin, which decides what links lead off it, and what draws code, formulas and diagrams */
export function createArticleWrites(surroundings: TextSurroundings): ArticleWrites {
  return {
    ...createTextWrites('article', surroundings),

    async create(client, input) {
      const title = readTitle(input.title);
      await requireTextRight(client, 'article', null);
      const hasText = typeof input.bodyDelta === 'string' || typeof input.bodyMarkdown === 'string';
      const stored = await readStoredBody(hasText ? input : { bodyMarkdown: '' }, 'article', surroundings);
      const [made] = await writeBody<{ textId: string }>(
        client,
        `select app_private.create_article($1, app_private.slug_of($1, 'article'), $2, $3, $4, $5, $6, $7, $8, $9) as "textId"`,
        [title, ...stored],
      );
      if (!made) throw new Error('create_article: expected an id, got nothing');
      return made;
    },

    async update(client, { id, patch }) {
      await client.query({ text: 'select app_private.update_article($1, $2)', values: [id, JSON.stringify(readDetails(patch))] });
      return { textId: id };
    },
  };
}
