import { codedError } from '../../errors/error-codes.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { ImportPlan } from './import-plan.ts';

/** Requested target of an import: a new item of a kind, the item with a permalink, or null to leave it to the folder. */
export type ImportRequestOptions = 'course' | 'book' | { readonly permalink: string } | null;

/** Parses the import target: `course`, `book`, or the permalink of an item; empty leaves it to the folder. */
export function importOptionsOf(into: string | undefined): ImportRequestOptions {
  if (into === undefined || into === '') return null;
  return into === 'course' || into === 'book' ? into : { permalink: into };
}

/** A course or a book. */
export type ItemRow = {
  readonly kind: 'course' | 'book';
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly permalink: string;
};

/** The item that an import changes; `item` is null if it creates a new one. */
export type ImportTarget = { readonly kind: 'course' | 'book'; readonly item: ItemRow | null };

const itemRows = (kind: 'course' | 'book') =>
  `select '${kind}' as kind, t.id, t.slug, t.title, t.permalink from app_public.${kind}s t where app_public.${kind}s_may_write(t)`;

/**
 * Returns the target of an import. Without a requested one, it's the item whose lessons the folder names by id, else one of the same kind
 * with its slug (or that of its title), if the viewer is one of its writers; else a new one.
 * @throws NOT_FOUND for a permalink without an item of the viewer
 */
export async function findTarget(client: ViewerClient, plan: ImportPlan, importOptions: ImportRequestOptions): Promise<ImportTarget> {
  if (importOptions === 'course' || importOptions === 'book') return { kind: importOptions, item: null };
  if (importOptions !== null) {
    const item = await findItem(client, importOptions.permalink);
    return { kind: item.kind, item };
  }
  const kind = plan.kind === 'BOOK' ? 'book' : 'course';
  const ids = plan.lessons.flatMap(({ id }) => id ?? []);
  const [existing] =
    ids.length === 0
      ? []
      : await client.rows<ItemRow>(
          `select i.*, count(*) from (${itemRows('course')} union all ${itemRows('book')}) i
     join app_public.lessons l on coalesce(l.course_id, l.book_id) = i.id where l.id = any ($1)
     group by i.kind, i.id, i.slug, i.title, i.permalink order by count(*) desc, i.id limit 1`,
          [ids],
        );
  if (existing) return { kind: existing.kind, item: existing };
  const [same] = await client.rows<ItemRow>(`${itemRows(kind)} and t.slug = coalesce($1, app_private.slug_of($2, $3))`, [
    plan.slug,
    plan.title,
    kind,
  ]);
  return { kind, item: same ?? null };
}

/** Returns the item with a permalink, for its writers. Throws NOT_FOUND. */
export async function findItem(client: ViewerClient, permalink: string): Promise<ItemRow> {
  const path = permalink.startsWith('/') ? permalink : `/${permalink}`;
  const [item] = await client.rows<ItemRow>(
    `select * from (${itemRows('course')} union all ${itemRows('book')}) i where i.permalink = $1 or '/' || i.kind || 's/' || i.slug = $1`,
    [path],
  );
  if (item) return item;
  throw codedError('IMPORT_TARGET_NOT_FOUND', { path: path.slice(0, 200) }, { statusCode: 404 });
}
