import type { DocumentMark, DocumentNode } from '@newline/document/document-node';
import { codedError } from '../../errors/error-codes.ts';
import type { ImportOutline } from './import-choice.ts';
import { type ImportPlan, ImportMessages, ownLink, type PlannedLesson } from './import-plan.ts';
import { imageOf, mapNodes } from './map-nodes.ts';
import { partsOf } from './split-lesson.ts';

/**
 * Returns the plan as its author arranged it: lessons in their order, with their titles and sections, long ones split at their headings,
 * others left out. Links follow; those to lessons that were left out keep only their text, and are reported.
 * @throws CONFLICT if the archive is read differently than in the preview
 */
export function applyOutline(plan: ImportPlan, { title, lessons }: ImportOutline): ImportPlan {
  const sections = [...new Set(lessons.flatMap(({ section }) => section ?? []))];
  /** Where the anchors of each lesson are now; an anchor that isn't listed is in the first part. */
  const targets = new Map<string, { readonly slug: string; readonly anchors: ReadonlyMap<string, string> }[]>();
  const written = lessons.flatMap((choice): PlannedLesson[] => {
    const lesson = plan.lessons[choice.index];
    if (lesson?.file !== choice.file) throw codedError('IMPORT_ARCHIVE_CHANGED', {}, { statusCode: 409 });
    const placed = { ...lesson, title: choice.title, section: choice.section === null ? null : sections.indexOf(choice.section) };
    const made = choice.isSplit ? splitLesson(placed, lesson, targets) : [placed];
    if (!targets.has(lesson.slug)) targets.set(lesson.slug, [{ slug: lesson.slug, anchors: new Map() }]);
    return made;
  });
  const messages = new ImportMessages();
  const sectionOf = ({ section }: PlannedLesson) => section ?? -1;
  const arranged = written
    .map((lesson) => ({ ...lesson, document: followLinks(lesson, { plan, targets, messages }) }))
    .toSorted((one, other) => sectionOf(one) - sectionOf(other));
  const files = new Set(arranged.map(({ file }) => file));
  const omitted = new Set(plan.lessons.map(({ file }) => file).filter((file) => !files.has(file)));
  const shown = imagesOf(arranged);
  return {
    ...plan,
    title,
    sections,
    lessons: arranged,
    images: new Map([...plan.images].filter(([path]) => shown.has(path))),
    messages: [...plan.messages.filter(({ file }) => !omitted.has(file)), ...messages.list()],
  };
}

function splitLesson(
  placed: PlannedLesson,
  { slug, ...lesson }: PlannedLesson,
  targets: Map<string, { slug: string; anchors: ReadonlyMap<string, string> }[]>,
): PlannedLesson[] {
  const parts = partsOf(lesson);
  if (parts.length === 0) return [placed];
  const slugOf = (at: number) => (at === 0 ? slug : `${slug}~${at}`);
  targets.set(
    slug,
    parts.map(({ anchors }, at) => ({ slug: slugOf(at), anchors })),
  );
  return parts.map(({ title, content }, at) => ({
    ...placed,
    ...(at === 0 ? {} : { id: null, slug: slugOf(at), formerSlug: slugOf(at), names: [title, 'lesson'], description: null, video: null }),
    title: at === 0 && title === lesson.title ? placed.title : title,
    document: { ...placed.document, content: content.length === 0 ? [{ type: 'paragraph' }] : content },
  }));
}

function followLinks(
  lesson: PlannedLesson,
  {
    plan,
    targets,
    messages,
  }: {
    readonly plan: ImportPlan;
    readonly targets: ReadonlyMap<string, readonly { readonly slug: string; readonly anchors: ReadonlyMap<string, string> }[]>;
    readonly messages: ImportMessages;
  },
): DocumentNode {
  const linkOf = (href: unknown): unknown => {
    if (typeof href !== 'string' || !href.startsWith(ownLink)) return href;
    const [slug = '', anchor = ''] = href.slice(ownLink.length).split('#', 2);
    const parts = targets.get(slug);
    const target = parts?.find(({ anchors }) => anchors.has(anchor)) ?? parts?.[0];
    if (target === undefined) {
      const other = plan.lessons.find((one) => one.slug === slug)?.title ?? slug;
      messages.add(
        lesson.file,
        null,
        `The link to ${JSON.stringify(other)} is removed, and its text is kept: you left that lesson out.`,
        'lost',
      );
      return null;
    }
    const now = target.anchors.get(anchor) ?? anchor;
    return now === '' ? `${ownLink}${target.slug}` : `${ownLink}${target.slug}#${now}`;
  };
  const visit = (node: DocumentNode): DocumentNode => {
    const marks = node.marks?.flatMap((mark): DocumentMark[] => {
      if (mark.type !== 'link') return [mark];
      const href = linkOf(mark.attrs?.['href']);
      return typeof href === 'string' ? [{ ...mark, attrs: { ...mark.attrs, href } }] : [];
    });
    const href = node.type === 'image' ? linkOf(node.attrs?.['href'] ?? null) : undefined;
    return {
      ...node,
      ...(marks === undefined ? {} : { marks }),
      ...(href === undefined ? {} : { attrs: { ...node.attrs, href: typeof href === 'string' ? href : null } }),
      ...(node.content === undefined ? {} : { content: node.content.map(visit) }),
    };
  };
  return visit(lesson.document);
}

function imagesOf(lessons: readonly PlannedLesson[]): Set<string> {
  const shown = new Set<string>();
  for (const { document } of lessons)
    mapNodes(document, {
      link: (href) => href,
      image(src) {
        const image = imageOf(src);
        if (image !== null) shown.add(image.file);
        return src;
      },
    });
  return shown;
}
