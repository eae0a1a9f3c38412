import { cutText } from '@newline/document/truncate';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { DocumentNode } from '@newline/document/document-node';
import { validateDocument } from '@newline/document/validate';
import type { Pool } from 'pg';
import type { Viewer } from '../../viewer.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { bookDetails, courseDetails } from '../items/item-details.ts';
import type { StoredVideos } from '../videos/video-files.ts';
import { asViewer, type ViewerClient } from './as-viewer.ts';
import { findItem, type ItemRow } from './import-target.ts';
import { type ExportedItem, type ExportedImage, uploadedImage } from './own/write-folder.ts';
import { isId } from '../../rules/is-id.ts';

/** Details that the manifest stores elsewhere. */
const ownPlaces = new Set(['title', 'slug', 'tags']);

type LessonText = Omit<ExportedItem['lessons'][number], 'document'> & { readonly body: DocumentNode | null };

/**
 * Reads a whole course or book, with the texts that its writers work on.
 * @throws NOT_FOUND if the viewer isn't one of its writers
 */
export async function exportItem(
  viewer: Viewer,
  permalink: string,
  {
    pool,
    attachments,
    mediaRoots,
    storedVideos,
  }: {
    readonly pool: Pool;
    readonly attachments: Attachments;
    readonly mediaRoots: readonly string[];
    readonly storedVideos: StoredVideos | null;
  },
): Promise<{ readonly item: ExportedItem; readonly slug: string }> {
  const { facts, lessons, files } = await asViewer(pool, viewer, async (client) => {
    const row = await findItem(client, permalink);
    const texts = await readLessons(client, row);
    const keys = [...new Set(texts.flatMap(({ document }) => imagesIn(document).map(({ key }) => key)))];
    const names = await client.rows<{ key: string; id: string; name: string }>(
      'select file as key, id, name from app_public.attachments where file = any ($1)',
      [keys],
    );
    return { facts: await readFacts(client, row), lessons: texts, files: new Map(names.map((name) => [name.key, name])) };
  });
  const images = new Map<string, ExportedImage>();
  for (const { key, attachmentId, alt } of lessons.flatMap(({ document }) => imagesIn(document))) {
    const stored = images.has(key) ? null : await attachments.openImage(key, 'full');
    if (stored === null) continue;
    const bytes = Buffer.isBuffer(stored.content) ? stored.content : await buffer(stored.content);
    images.set(key, {
      key,
      attachmentId: files.get(key)?.id ?? attachmentId,
      name: files.get(key)?.name ?? (cutText(alt, 200) || 'picture'),
      bytes,
    });
  }
  const videos = [...new Set(lessons.flatMap(({ video }) => video ?? []))];
  const captions = (await Promise.all(videos.map((video) => captionsOf(video, mediaRoots, storedVideos)))).flat();
  return { item: { ...facts, lessons, images: [...images.values()], captions }, slug: facts.slug ?? 'item' };
}

async function readFacts(client: ViewerClient, { kind, id }: ItemRow): Promise<Omit<ExportedItem, 'lessons' | 'images' | 'captions'>> {
  const [row] = await client.rows<{
    now: Record<string, unknown>;
    tags: string[];
    contributors: ExportedItem['contributors'];
    sections: string[];
  }>(
    `select to_jsonb(t) as now,
       array(select g.slug::text from app_public.taggings x join app_public.tags g on g.id = x.tag_id where x.${kind}_id = t.id order by x.created_at, x.id) as tags,
       (select coalesce(jsonb_agg(jsonb_build_object('username', u.username, 'title', c.title) order by c.position, c.id), '[]')
         from app_public.contributions c join app_public.users u on u.id = c.user_id where c.${kind}_id = t.id) as contributors,
       array(select s.title from app_public.course_sections s where s.${kind}_id = t.id order by s.position) as sections
     from app_public.${kind}s t where t.id = $1`,
    [id],
  );
  if (!row) throw new Error(`Export: expected the ${kind} ${id}, got none`);
  const { now, tags, contributors, sections } = row;
  const details = Object.entries(kind === 'course' ? courseDetails : bookDetails)
    .filter(([name]) => !ownPlaces.has(name))
    .map(([name, { column }]) => [name, now[column] ?? null] as const);
  return {
    kind: kind === 'course' ? 'COURSE' : 'BOOK',
    title: typeof now['title'] === 'string' ? now['title'] : '',
    slug: typeof now['slug'] === 'string' ? now['slug'] : null,
    details: Object.fromEntries(details),
    tags,
    contributors,
    sections,
  };
}

async function readLessons(client: ViewerClient, { kind, id }: ItemRow): Promise<ExportedItem['lessons']> {
  const rows = await client.rows<LessonText & { section: string | null }>(
    // Selects the lessons first: reading the text of another item's lesson would be refused.
    `with mine as materialized (
       select l.*, p.position, s.title as section, app_public.lessons_video_url(l) as video
       from app_public.${kind}_lessons p join app_public.lessons l on l.id = p.lesson_id left join app_public.course_sections s on s.id = p.course_section_id
       where p.${kind}_id = $1)
     select m.id, m.slug, coalesce((r.newest).title, m.title) as title, m.description, m.role, m.section, m.is_free as "isFree",
       m.is_advanced_package_lesson as "isAdvancedPackageLesson", m.repository_pathname as "repositoryPathname", m.video, r.body_delta as body
     from mine m cross join lateral app_private.working_lesson(m.id, false) r order by m.position`,
    [id],
  );
  return rows.map(({ body, ...facts }) => {
    const read = validateDocument(body ?? { type: 'doc', content: [{ type: 'paragraph' }] }, 'lesson');
    if (!read.ok)
      throw new Error(`Export: expected a valid text of lesson ${facts.id ?? ''}, got ${JSON.stringify(read.errors.slice(0, 3))}`);
    return { ...facts, document: read.document };
  });
}

function imagesIn(node: DocumentNode): { key: string; attachmentId: string | null; alt: string }[] {
  const { src, attachmentId, alt } = node.type === 'image' ? (node.attrs ?? {}) : {};
  const key = typeof src === 'string' ? uploadedImage.exec(src)?.[1] : undefined;
  const uuid = typeof attachmentId === 'string' && isId(attachmentId) ? attachmentId : null;
  const own = key === undefined ? [] : [{ key, attachmentId: uuid, alt: typeof alt === 'string' ? alt : '' }];
  return [...own, ...(node.content ?? []).flatMap(imagesIn)];
}

/** Reads the captions next to a video of this site. */
async function captionsOf(video: string, roots: readonly string[], stored: StoredVideos | null): Promise<ExportedItem['captions']> {
  const [, id] = /^local:([A-Za-z0-9_-]{4,64})$/u.exec(video) ?? [];
  if (id === undefined) return [];
  for (const root of roots) {
    const folder = join(root, 'videos', id);
    const names = captionFiles(await readdir(folder).catch(() => []));
    if (names.length > 0)
      return Promise.all(
        names.map(async (name) => ({ video, language: name.split('.')[1] ?? 'en', vtt: await readFile(join(folder, name), 'utf8') })),
      );
  }
  const captions: { video: string; language: string; vtt: string }[] = [];
  for (const name of captionFiles((await stored?.list(id)) ?? [])) {
    const answer = await stored?.open(id, name, {});
    if (answer?.stream) captions.push({ video, language: name.split('.')[1] ?? 'en', vtt: await text(answer.stream) });
  }
  return captions;
}

function captionFiles(names: readonly string[]): readonly string[] {
  return names.filter((name) => /^captions\.[A-Za-z-]+\.vtt$/u.test(name)).toSorted();
}
