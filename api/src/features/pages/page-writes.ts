import type { PgClient } from 'postgraphile/@dataplan/pg';
import { readTitle } from '../articles/read-details.ts';
import { readStoredBody, type TextSurroundings } from '../documents/derive-stored-body.ts';
import type { BodyInput } from '../documents/read-body.ts';
import { writeBody } from '../documents/write-body.ts';
import { createTextWrites, requireTextRight, type TextWrites } from '../texts/text-writes.ts';

export type CreatePageInput = BodyInput & { readonly slug: string; readonly title: string };

/** The operations that change a page, with the permissions of the client's user. Each writes all or nothing. */
export type PageWrites = TextWrites & { create(client: PgClient, input: CreatePageInput): Promise<{ textId: string }> };

/**
 * Creates the operations that change pages.
 * @param surroundings the site's origin, which decides which links are external, and the renderer of code, formulas and diagrams
 */
export function createPageWrites(surroundings: TextSurroundings): PageWrites {
  return {
    ...createTextWrites('page', surroundings),

    async create(client, input) {
      const title = readTitle(input.title);
      await requireTextRight(client, 'page', null);
      const hasText = typeof input.bodyDelta === 'string' || typeof input.bodyMarkdown === 'string';
      const stored = await readStoredBody(hasText ? input : { bodyMarkdown: '' }, 'article', surroundings);
      const [created] = await writeBody<{ textId: string }>(
        client,
        'select app_private.create_page($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as "textId"',
        [input.slug, title, ...stored],
      );
      if (!created) throw new Error('create_page: expected an id, got nothing');
      return created;
    },
  };
}
