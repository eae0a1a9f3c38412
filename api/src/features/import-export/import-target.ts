import { codedError } from '../../errors/error-codes.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { ImportPlan } from './import-plan.ts';

/** Where an import goes, as somebody says it: a new item of a kind, the one at an address, or null for what the folder itself says. */
export type ImportRequestOptions = 'course' | 'book' | { readonly permalink: string } | null;

/** A course or a book. */
export type ItemRow = {
  readonly kind: 'course' | 'book';
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly permalink: string;
};

/** The item that an import changes; `item` is null where it makes a new one. */
export type ImportTarget = { readonly kind: 'course' | 'book'; readonly item: ItemRow | null };

const itemRows = (kind: 'course' | 'book') =>
  `select '${kind}' as kind, t.id, t.slug, t.title, t.permalink from app_public.${kind}s t where app_public.${kind}s_may_write(t)`;

/**
 * The item that an import is for. Without a wish that is the one whose lessons the folder names by their ids, else one of the same kind
 * with its slug (of the title, where it has none), if the viewer writes it; else a new one.
 *
 * @throws NOT_FOUND for an address at which there is nothing that the viewer writes
 */
export async function findTarget(client: ViewerClient, plan: ImportPlan, importOptions: ImportRequestOptions): Promise<ImportTarget> {
  if (importOptions === 'course' || importOptions === 'book') return { kind: importOptions, item: null };
  if (importOptions !== null) {
    const item = await findItem(client, importOptions.permalink);
    return { kind: item.kind, item };
  }
  const kind = plan.kind === 'BOOK' ? 'book' : 'course';
  const ids = plan.lessons.flatMap(({ id }) => id ?? []);
  const [known] =
    ids.length === 0
      ? []
      : await client.rows<ItemRow>(
          `select i.*, count(*) from (${itemRows('course')} union all ${itemRows('book')}) i
     join app_public.lessons l on coalesce(l.course_id, l.book_id) = i.id where l.id = any ($1)
     group by i.kind, i.id, i.slug, i.title, i.permalink order by count(*) desc, i.id limit 1`,
          [ids],
        );
  if (known) return { kind: known.kind, item: known };
  const [same] = await client.rows<ItemRow>(`${itemRows(kind)} and t.slug = coalesce($1, app_private.slug_of($2, $3))`, [
    plan.slug,
    plan.title,
    kind,
  ]);
  return { kind, item: same ?? null };
}

/** The item at an address, for somebody who writes it. Throws NOT_FOUND. */
export async function findItem(client: ViewerClient, permalink: string): Promise<ItemRow> {
  const path = permalink.startsWith('/') ? permalink : `/${permalink}`;
  const [item] = await client.rows<ItemRow>(
    `select * from (${itemRows('course')} union all ${itemRows('book')}) i where i.permalink = $1 or '/' || i.kind || 's/' || i.slug = $1`,
    [path],
  );
  if (item) return item;
  throw codedError('IMPORT_TARGET_NOT_FOUND', { path: path.slice(0, 200) }, { statusCode: 404 });
}
