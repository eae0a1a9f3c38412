import type { DocumentNode } from '@newline/document/document-node';
import { outlineOf } from '@newline/document/outline';
import { type ImportPlan, ownLink } from '../../src/features/import-export/import-plan.ts';

/** Returns the URLs that a text links to. */
export function linksIn(node: DocumentNode): string[] {
  return [
    ...(node.marks ?? []).flatMap(({ attrs }) => (typeof attrs?.['href'] === 'string' ? [attrs['href']] : [])),
    ...(node.content ?? []).flatMap(linksIn),
  ];
}

/** Returns the links of a plan that don't lead to a lesson and one of its headings. */
export function brokenLinks({ lessons }: ImportPlan): string[] {
  const anchors = new Map(lessons.map(({ slug, document }) => [slug, new Set(outlineOf(document).map(({ id }) => id))]));
  return lessons.flatMap(({ slug, document }) =>
    linksIn(document).flatMap((href) => {
      if (/^https?:/u.test(href)) return [];
      const [target = '', hash] = href.startsWith(ownLink) ? href.slice(ownLink.length).split('#') : [''];
      const lessonAnchors = anchors.get(target);
      return lessonAnchors !== undefined && (hash === undefined || lessonAnchors.has(hash)) ? [] : [`${slug}: ${href}`];
    }),
  );
}
