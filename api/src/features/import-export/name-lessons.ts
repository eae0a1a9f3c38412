import type { ViewerClient } from './as-viewer.ts';
import { type ImportPlan, ownLink } from './import-plan.ts';
import { mapNodes } from './map-nodes.ts';
import { Slugs } from './slug-of-name.ts';

/**
 * The plan with the slugs that the studio would give to lessons from elsewhere: the database makes them of their names, so letters of
 * other scripts are kept as Latin ones. Links between lessons follow. Lessons that were exported from a site like this keep theirs.
 */
export async function nameLessons(client: ViewerClient, plan: ImportPlan): Promise<ImportPlan> {
  if (plan.lessons.every(({ names }) => names.length === 0)) return plan;
  const rows = await client.rows<{ slug: string | null }>(
    `select (
       select made.slug from jsonb_array_elements_text(l.names) with ordinality as w (name, place),
         lateral (select app_private.slug_of(w.name, '') as slug) made
       where made.slug <> '' order by w.place limit 1
     ) as slug from jsonb_array_elements($1::jsonb) with ordinality as l (names, place) order by l.place`,
    [JSON.stringify(plan.lessons.map(({ names }) => names))],
  );
  const slugs = new Slugs();
  const lessons = plan.lessons.map((lesson, at) => ({ ...lesson, slug: slugs.take(rows[at]?.slug ?? lesson.slug) }));
  const renamed = new Map(plan.lessons.map(({ slug }, at) => [slug, lessons[at]?.slug ?? slug]));
  const link = (href: string) => {
    if (!href.startsWith(ownLink)) return href;
    const [slug = '', ...anchor] = href.slice(ownLink.length).split('#');
    return [`${ownLink}${renamed.get(slug) ?? slug}`, ...anchor].join('#');
  };
  return {
    ...plan,
    lessons: lessons.map((lesson) => ({ ...lesson, document: mapNodes(lesson.document, { link, image: (src) => src }) })),
  };
}
