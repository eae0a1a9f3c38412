import type { ViewerClient } from './as-viewer.ts';
import { type ImportPlan, ownLink } from './import-plan.ts';
import { mapNodes } from './map-nodes.ts';
import { Slugs } from './slug-of-name.ts';

/**
 * Returns the plan with the slugs that the studio would give to lessons of other tools: the database derives them from their names, so
 * letters of other scripts become Latin ones. Updates links between lessons. Lessons exported from a site like this keep their slugs.
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
