import type { DocumentNode } from '@newline/document/document-node';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import { codedError } from '../../errors/error-codes.ts';
import { readPatch } from '../items/checked-values.ts';
import { bookDetails, courseDetails, lessonDetails } from '../items/item-details.ts';
import type { TextWrites } from '../texts/text-writes.ts';
import type { ViewerClient } from './as-viewer.ts';
import type { StoredImage } from './import-images.ts';
import { type ImportPlan, type ImportMessages, ownLink, type PlannedLesson } from './import-plan.ts';
import type { ImportTarget, ItemRow } from './import-target.ts';
import { keepBlockIds } from './keep-block-ids.ts';
import { mapNodes, imageOf } from './map-nodes.ts';
import { refusalOf, writeTrailer } from './write-trailer.ts';

/** An existing lesson of an item. */
export type LessonRow = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly video: string | null;
  readonly now: Readonly<Record<string, unknown>>;
};

/** The existing lesson of each planned one, and those without a planned one. */
export type Matching = { readonly matched: ReadonlyMap<PlannedLesson, LessonRow>; readonly others: readonly LessonRow[] };

/** Returns the lessons of an item, in order. */
export async function lessonsOf(client: ViewerClient, { kind, id }: ItemRow): Promise<readonly LessonRow[]> {
  return client.rows<LessonRow>(
    `select l.id, l.slug, l.title, app_public.lessons_video_url(l) as video, to_jsonb(l) as now
     from app_public.${kind}_lessons p join app_public.lessons l on l.id = p.lesson_id where p.${kind}_id = $1 order by p.position`,
    [id],
  );
}

/** Matches lessons by ID, or else by slug, or else by the slug that they had before slugs supported other scripts. */
export function matchLessons(lessons: readonly PlannedLesson[], rows: readonly LessonRow[]): Matching {
  const matched = new Map<PlannedLesson, LessonRow>();
  const left = new Set(rows);
  const match = (isSame: (lesson: PlannedLesson, row: LessonRow) => boolean) => {
    for (const lesson of lessons) {
      const row = matched.has(lesson) ? undefined : [...left].find((candidate) => isSame(lesson, candidate));
      if (!row) continue;
      matched.set(lesson, row);
      left.delete(row);
    }
  };
  match((lesson, row) => lesson.id === row.id);
  match((lesson, row) => lesson.slug === row.slug);
  match((lesson, row) => lesson.formerSlug === row.slug);
  return { matched, others: [...left] };
}

/** Details that an import doesn't change: those that depend on publishing or administrators, or belong to another user. */
const notImported = new Set(['isComingSoon', 'isEarlyAccess', 'isShownPublicly', 'permalink']);

/** Writes a plan as the client's user, with the studio's functions, in the caller's transaction. */
export async function writeItem(
  client: ViewerClient,
  plan: ImportPlan,
  target: ImportTarget,
  {
    writes,
    images,
    messages,
    isDeleting,
    mediaRoots,
    onLesson,
  }: {
    readonly writes: TextWrites;
    readonly images: ReadonlyMap<string, StoredImage>;
    readonly messages: ImportMessages;
    readonly isDeleting: boolean;
    /** Folders of video files. */
    readonly mediaRoots: readonly string[];
    /** Called before each text, with the number of those that are done. */
    onLesson(done: number): Promise<void> | undefined;
  },
): Promise<ItemRow> {
  const { kind } = target;
  const item = target.item ?? (await createItem(client, kind, plan));
  const pair = kind === 'course' ? [item.id, null] : [null, item.id];
  await writeDetails(client, plan, item, { isNew: target.item === null, messages, mediaRoots });
  const rows = await lessonsOf(client, item);
  const { matched, others } = matchLessons(plan.lessons, rows);
  if (isDeleting) for (const { id } of others) await client.rows('select app_public.delete_lesson($1)', [id]);
  const sectionIds = await writeSections(client, plan, pair, isDeleting);

  const ids = new Map<PlannedLesson, string>();
  const counts = new Map<number | null, number>();
  for (const [lesson, row] of matched)
    if (lesson.slug !== row.slug)
      await client.rows('select app_private.update_lesson($1, $2)', [
        row.id,
        JSON.stringify({ slug: `${lesson.slug.slice(0, 80)}-${row.id.slice(-12)}` }),
      ]);
  for (const lesson of plan.lessons) {
    const sectionId = lesson.section === null ? null : (sectionIds[lesson.section] ?? null);
    const existing = matched.get(lesson);
    const id = existing?.id ?? (await createLesson(client, lesson.title, pair, sectionId));
    ids.set(lesson, id);
    const position = (counts.get(lesson.section) ?? 0) + 1;
    counts.set(lesson.section, position);
    await changeLesson(client, id, patchOf(lesson), existing?.now ?? {});
    await client.rows('select app_public.move_lesson($1, $2, $3)', [id, position, sectionId]);
    await playVideo(client, lesson, id, existing?.video ?? null, messages);
  }

  const base = `/${kind}s/${(await itemAt(client, item)).slug}/`;
  let done = 0;
  for (const [lesson, id] of ids) {
    await onLesson(done++);
    const [newest] = await client.rows<{ version: number; body: DocumentNode | null }>(
      `select (s.newest).version, s.body_delta as body from app_private.working_lesson($1, false) s`,
      [id],
    );
    const document = finished(lesson, base, images, plan.format === 'newline' ? null : (newest?.body ?? null));
    await writes.save(client, { id, baseVersion: newest?.version ?? 0, title: lesson.title, bodyDelta: JSON.stringify(document) });
  }
  return itemAt(client, item);
}

/** Sets a lesson's video if the user may use it and it exists here; folders don't contain video files. */
async function playVideo(
  client: ViewerClient,
  { video, file }: PlannedLesson,
  id: string,
  now: string | null,
  messages: ImportMessages,
): Promise<void> {
  if (video === now) return;
  if (video === null) return messages.add(file, null, 'The lesson keeps its current video.', 'info');
  const playbackId = video.replace(/^local:/u, '');
  const [own] = await client.rows('select from app_public.videos v where v.playback_id = $1 and v.status = $$READY$$', [playbackId]);
  if (own) await client.rows('select app_public.attach_video($1, lesson_id => $2)', [playbackId, id]);
  else messages.add(file, null, `The video ${video} isn’t in the folder. Choose it in the studio.`, 'lost');
}

async function createItem(client: ViewerClient, kind: 'course' | 'book', { title }: ImportPlan): Promise<ItemRow> {
  const [made] = await client.rows<ItemRow>(
    `select '${kind}' as kind, t.id, t.slug, t.title, t.permalink from app_public.create_${kind}($1) t`,
    [title],
  );
  if (!made) throw new Error(`create_${kind}: expected a row, got none`);
  return made;
}

async function itemAt(client: ViewerClient, { kind, id }: ItemRow): Promise<ItemRow> {
  const [item] = await client.rows<ItemRow>(
    `select '${kind}' as kind, t.id, t.slug, t.title, t.permalink from app_public.${kind}s t where t.id = $1`,
    [id],
  );
  if (!item) throw codedError(kind === 'course' ? 'COURSE_NOT_FOUND' : 'BOOK_NOT_FOUND');
  return item;
}

async function createLesson(
  client: ViewerClient,
  title: string,
  pair: readonly (string | null)[],
  sectionId: string | null,
): Promise<string> {
  const [made] = await client.rows<{ id: string }>('select (app_public.create_lesson($1, $2, $3, $4)).id', [title, ...pair, sectionId]);
  if (!made) throw new Error('create_lesson: expected a row, got none');
  return made.id;
}

/** Writes only differences, as for the item: only authors decide what is free. */
async function changeLesson(client: ViewerClient, id: string, patch: object, now: Readonly<Record<string, unknown>>): Promise<void> {
  const standard: Readonly<Record<string, unknown>> = { is_free: false, is_advanced_package_lesson: false };
  const changed = Object.entries(patch).filter(([name, value]) => value !== (now[name] ?? standard[name]));
  // A slug may have been replaced temporarily.
  await client.rows('select app_private.update_lesson($1, $2)', [
    id,
    JSON.stringify({ ...Object.fromEntries(changed), slug: Reflect.get(patch, 'slug') as unknown }),
  ]);
}

function patchOf({ title, slug, description, role, isFree, isAdvancedPackageLesson, repositoryPathname }: PlannedLesson): object {
  return readPatch({ title, slug, description, role, isFree, isAdvancedPackageLesson, repositoryPathname }, lessonDetails);
}

async function writeDetails(
  client: ViewerClient,
  plan: ImportPlan,
  item: ItemRow,
  { isNew, messages, mediaRoots }: { readonly isNew: boolean; readonly messages: ImportMessages; readonly mediaRoots: readonly string[] },
): Promise<void> {
  const details = item.kind === 'course' ? courseDetails : bookDetails;
  const detailValues: Record<string, unknown> = { ...plan.details, title: plan.title };
  const tell = (name: string, reason: string) => messages.add('manifest.json', null, `details.${name} is skipped: ${reason}`, 'lost');
  for (const [name, value] of Object.entries(detailValues)) {
    if (!(name in details)) tell(name, `a ${item.kind} has no such field.`);
    else if (notImported.has(name)) {
      if (isNew && value !== (name === 'isShownPublicly') && name !== 'permalink') tell(name, 'it is set when the item is published.');
    } else if (isNew && typeof value === 'string' && value.startsWith('/media/a/')) tell(name, 'upload covers in the studio.');
    else continue;
    delete detailValues[name];
  }
  if (plan.format === 'newline') detailValues['tags'] = await knownTags(client, plan.tags, messages);
  const patch = readPatch(detailValues, details);
  // Writes only differences: an editor may import values that only authors may set, as long as they don't change.
  const [now] = await client.rows<{ now: Record<string, unknown> }>(
    `select to_jsonb(t) as now from app_public.${item.kind}s t where t.id = $1`,
    [item.id],
  );
  const changed = Object.entries(patch).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now?.now[name]));
  const trailer = changed.find(([name]) => name === 'hero_video_url');
  const update = (values: Readonly<Record<string, unknown>>) =>
    client.rows('select app_private.update_item($1, $2, $3)', [
      ...(item.kind === 'course' ? [item.id, null] : [null, item.id]),
      JSON.stringify(values),
    ]);
  const rest = Object.fromEntries(changed.filter((entry) => entry !== trailer));
  if (Object.keys(rest).length > 0) await update(rest);
  if (trailer) await writeTrailer(client, item, trailer[1] as string | null, { messages, mediaRoots });
  // The slug may belong to a draft that the user can't see.
  const { slug } = plan;
  if (isNew && slug !== null && slug !== item.slug && (await isFree(client, item.kind, slug)))
    await refusalOf(client, () => update({ slug }));
  if (isNew) await writeContributors(client, plan, item, messages);
}

async function isFree(client: ViewerClient, kind: 'course' | 'book', slug: string): Promise<boolean> {
  const [taken] = await client.rows(
    `select from app_public.${kind}s t where t.slug = $1 union all select from app_public.permalinks p where p.path = $2`,
    [slug, `/${kind}s/${slug}`],
  );
  return taken === undefined;
}

async function knownTags(client: ViewerClient, tags: readonly string[], messages: ImportMessages): Promise<string[]> {
  const rows = await client.rows<{ slug: string }>('select t.slug from app_public.tags t where t.slug = any ($1)', [tags]);
  const existing = new Set(rows.map(({ slug }) => slug));
  for (const tag of tags)
    if (!existing.has(tag))
      messages.add('manifest.json', null, `The tag ${JSON.stringify(tag)} is skipped: this site has no such tag.`, 'lost');
  return tags.filter((tag) => existing.has(tag));
}

async function writeContributors(
  client: ViewerClient,
  { contributors }: ImportPlan,
  { kind, id }: ItemRow,
  messages: ImportMessages,
): Promise<void> {
  for (const { username, title } of contributors) {
    const [person] = await client.rows<{ isMe: boolean }>(
      'select u.id = app_public.current_user_id() as "isMe" from app_public.users u where u.username = $1',
      [username],
    );
    if (!person)
      messages.add('manifest.json', null, `The contributor ${JSON.stringify(username)} is skipped: this site has no such user.`, 'lost');
    else if (!person.isMe) await client.rows(`select app_public.set_contributor($1, $2, ${kind}_id => $3)`, [username, title, id]);
  }
}

/** Writes the sections by title, in the order of the plan; other sections follow them, or are deleted. */
async function writeSections(
  client: ViewerClient,
  { sections }: ImportPlan,
  pair: readonly (string | null)[],
  isDeleting: boolean,
): Promise<string[]> {
  const rows = await client.rows<{ id: string; title: string }>(
    'select s.id, s.title from app_public.course_sections s where s.course_id = $1 or s.book_id = $2 order by s.position',
    pair,
  );
  const left = [...rows];
  const ids: string[] = [];
  for (const [index, title] of sections.entries()) {
    const at = left.findIndex((row) => row.title === title);
    const [existing] = at === -1 ? [] : left.splice(at, 1);
    const [made] = existing
      ? [existing]
      : await client.rows<{ id: string }>('select (app_public.create_section($1, $2, $3)).id', [title, ...pair]);
    if (!made) throw new Error('create_section: expected a row, got none');
    await client.rows('select app_public.move_section($1, $2)', [made.id, index + 1]);
    ids.push(made.id);
  }
  if (isDeleting) for (const { id } of left) await client.rows('select app_public.delete_section($1)', [id]);
  return ids;
}

/** Returns the document with URLs of this site, validated again. */
function finished(
  lesson: PlannedLesson,
  base: string,
  images: ReadonlyMap<string, StoredImage>,
  before: DocumentNode | null,
): DocumentNode {
  const mapped = mapNodes(lesson.document, {
    link: (href) => (href.startsWith(ownLink) ? base + href.slice(ownLink.length) : href),
    image: (src) => {
      const request = imageOf(src);
      if (request === null) return src;
      const stored = images.get(request.file);
      return stored
        ? { src: `/media/${stored.key}/${request.size}.webp`, attachmentId: stored.attachmentId }
        : { src: '', attachmentId: null };
    },
  });
  // A text of another site may contain an image that was being uploaded when it was exported.
  const shown = withoutUploads(withoutEmptyImages(mapped));
  const read = validateDocument(before === null ? shown : keepBlockIds(shown, before), 'lesson');
  if (read.ok) return read.document;
  const [fault] = read.errors;
  const { path = '', expected = '', got = '' } = fault ?? {};
  throw codedError('IMPORTED_LESSON_INVALID', { file: lesson.file, path, expected, got });
}

/** Replaces an image that couldn't be stored with its text. */
function withoutEmptyImages(node: DocumentNode): DocumentNode {
  if (node.type === 'image' && node.attrs?.['src'] === '') {
    const { alt } = node.attrs;
    const words = typeof alt === 'string' && alt !== '' ? [{ type: 'text', text: alt }] : [];
    return { type: 'paragraph', content: node.content ?? words };
  }
  return node.content === undefined ? node : { ...node, content: node.content.map(withoutEmptyImages) };
}
