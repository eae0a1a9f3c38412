import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createPool } from '@newline/db/create-pool';
import { mediaFolder } from '@newline/db/demo/read-content';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Attachments, createAttachments } from '../../src/features/attachments/attachments.ts';
import { createVideoCaptions } from '../../src/features/videos/video-captions.ts';
import { openVideoFiles } from '../../src/features/videos/open-video-files.ts';
import { createImportExport, type ImportExport } from '../../src/features/import-export/create-import-export.ts';
import type { Manifest } from '../../src/features/import-export/own/manifest.ts';
import type { WrittenFile } from '../../src/features/import-export/own/write-folder.ts';
import { createLog } from '../../src/log.ts';
import { createOutbound } from '../../src/outbound.ts';
import type { Viewer } from '../../src/viewer.ts';
import { memoryFolder } from './memory-folder.ts';

let db: TestDatabase;
let dataDir: string;
let pool: Pool;
let importExport: ImportExport;
let attachments: Attachments;
let admin: Viewer;
type Item = { kind: 'course' | 'book'; id: string; slug: string; permalink: string; author: string };
let items: Item[];

beforeAll(async () => {
  [db, dataDir] = await Promise.all([startTestDatabase({ demo: true }), mkdtemp(join(tmpdir(), 'newline-demo-items-'))]);
  pool = createPool(db.connections.app, { max: 4, applicationName: 'test', onError: () => undefined });
  const log = createLog('silent');
  const outbound = createOutbound({ env: { fetchTestMap: new Map(), publicUrl: 'http://localhost:3000' }, log });
  attachments = createAttachments({ pool, dataDir, storage: { driver: 'local' }, outbound, log });
  const captions = createVideoCaptions({ pool, files: openVideoFiles({ dataDir, storage: { driver: 'local' } }) });
  importExport = createImportExport({
    pool,
    attachments,
    captions,
    textReader: null,
    siteOrigin: 'http://localhost:3000',
    mediaRoots: [mediaFolder],
    storedVideos: null,
  });
  const staff = await db.superuser.query<{ id: string }>('select id from app_public.users where is_admin limit 1');
  admin = { userId: staff.rows[0]?.id ?? null, role: 'admin' };
  const result = await db.superuser.query<Item>(
    `select 'course' as kind, t.id, t.slug, t.permalink, (select c.user_id from app_public.contributions c where c.course_id = t.id and c.title = 'AUTHOR' order by c.position limit 1) as author from app_public.courses t
     union all select 'book', t.id, t.slug, t.permalink, (select c.user_id from app_public.contributions c where c.book_id = t.id and c.title = 'AUTHOR' order by c.position limit 1) from app_public.books t order by 3`,
  );
  items = result.rows;
}, 120_000);
afterAll(async () => {
  await importExport.close();
  await attachments.close();
  await pool.end();
  await db.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const folderOf = (files: readonly WrittenFile[]) => memoryFolder(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])));
const manifestOf = (files: readonly WrittenFile[]) =>
  JSON.parse(files.find(({ path }) => path === 'manifest.json')?.bytes.toString() ?? '') as Manifest;
const texts = (files: readonly WrittenFile[]) => files.filter(({ path }) => path !== 'manifest.json' && !path.startsWith('captions/'));

describe('every course and book of the demo', () => {
  test('stays the same after export and import by its author: texts, files, ids and order @STUDIO-01', async () => {
    expect(items.length).toBeGreaterThan(20);
    const state = () =>
      db.superuser.query(
        `select l.id, l.title, l.slug, l.role, b.body_delta, v.video_url, coalesce(c.position, k.position) as position from app_public.lessons l
         join app_private.lesson_bodies b on b.lesson_id = l.id left join app_private.lesson_videos v on v.lesson_id = l.id
         left join app_public.course_lessons c on c.lesson_id = l.id left join app_public.book_lessons k on k.lesson_id = l.id order by l.id`,
      );
    const before = (await state()).rows;
    for (const { author, permalink } of items) {
      const viewer: Viewer = { userId: author, role: 'learner' };
      const { files } = await importExport.export(viewer, permalink);
      const report = await importExport.commit(viewer, folderOf(files), { importOptions: null, isDeleting: true });
      expect(report).toMatchObject({ isNew: false, permalink, missing: [] });
      expect((await importExport.export(viewer, permalink)).files).toEqual(files);
    }
    expect((await state()).rows).toEqual(before);
  }, 120_000);

  test('is imported as a new one by another author, with a report of what they can’t use or what is missing @STUDIO-01', async () => {
    const trailerOf = async (permalink: string) => {
      const { rows } = await db.superuser.query<{ trailer: string | null }>(
        `select hero_video_url as trailer from app_public.courses where permalink = $1
         union all select hero_video_url from app_public.books where permalink = $1`,
        [permalink],
      );
      return rows[0]?.trailer ?? null;
    };
    const reported: string[] = [];
    for (const { kind, author, permalink } of items) {
      const { files } = await importExport.export(admin, permalink);
      const other: Viewer = { userId: items.find((item) => item.author !== author)?.author ?? null, role: 'learner' };
      const report = await importExport.commit(other, folderOf(files), { importOptions: kind, isDeleting: false });
      expect(report).toMatchObject({ isNew: true, lessons: manifestOf(files).lessons.map(({ slug }) => ({ slug, isNew: true })) });
      const notification = report.messages.find(({ message }) => message.includes('heroVideoUrl'));
      if (notification) reported.push(notification.message);
      // Imported or reported: a trailer is never lost silently.
      expect((await trailerOf(report.permalink ?? '')) === (await trailerOf(permalink))).toBe(notification === undefined);
      await db.superuser.query(`delete from app_public.${kind}s where permalink = $1`, [report.permalink]);
    }
    expect(reported.length).toBeGreaterThanOrEqual(10);
    expect(new Set(reported.map((text) => text.replace(/local:[\w-]+/u, '…')))).toEqual(
      new Set(['details.heroVideoUrl is skipped: the video … belongs to someone else. Choose one of your own in the studio.']),
    );

    // On a site that doesn't have the video.
    const { author, permalink } = items.find(({ kind }) => kind === 'course') ?? { author: '', permalink: '' };
    const { files } = await importExport.export(admin, permalink);
    const manifest = { ...manifestOf(files), details: { ...manifestOf(files).details, heroVideoUrl: 'local:elsewhere-1a2b' } };
    const changed = files.map((file) => (file.path === 'manifest.json' ? { ...file, bytes: Buffer.from(JSON.stringify(manifest)) } : file));
    const report = await importExport.commit({ userId: author, role: 'learner' }, folderOf(changed), {
      importOptions: 'course',
      isDeleting: false,
    });
    expect(report.messages.map(({ message }) => message)).toContain(
      'details.heroVideoUrl is skipped: the video local:elsewhere-1a2b isn’t in the folder. Choose it in the studio.',
    );
    expect(await trailerOf(report.permalink ?? '')).toBeNull();
    await db.superuser.query('delete from app_public.courses where permalink = $1', [report.permalink]);
  }, 120_000);

  test('is created again where it is missing: the same texts, order and details, as a draft @STUDIO-01', async () => {
    for (const { kind, id, slug, permalink } of items) {
      const { files } = await importExport.export(admin, permalink);
      await db.superuser.query(`delete from app_public.${kind}s where id = $1`, [id]);
      const report = await importExport.commit(admin, folderOf(files), { importOptions: null, isDeleting: false });
      expect(report).toMatchObject({ isNew: true, permalink: `/${kind}s/${slug}` });
      const made = (await importExport.export(admin, `/${kind}s/${slug}`)).files;
      expect(texts(made)).toEqual(texts(files));
      const comparable = ({ lessons, details, contributors, captions: _captions, ...facts }: Manifest) => ({
        ...facts,
        lessons: lessons.map(({ id: _id, video: _video, ...lesson }) => lesson),
        details: { ...details, permalink: null, isComingSoon: false, isEarlyAccess: false, isShownPublicly: true },
        // The importing user is an author too.
        contributors: contributors
          .filter(({ username }) => manifestOf(files).contributors.some((other) => other.username === username))
          .toSorted((a, b) => (a.username < b.username ? -1 : 1)),
      });
      expect(comparable(manifestOf(made))).toEqual(comparable(manifestOf(files)));
      const { rows } = await db.superuser.query<{ isDraft: boolean }>(
        `select not is_published and not is_coming_soon as "isDraft" from app_public.${kind}s where slug = $1`,
        [slug],
      );
      expect(rows).toEqual([{ isDraft: true }]);
    }
  }, 120_000);
});
