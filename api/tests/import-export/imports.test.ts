import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import type { ImportReport } from '../../src/features/import-export/create-import-export.ts';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { startWriters, type Writers } from '../writers.ts';
import { downloadFolder, type Files, makeFolder, sendFolder } from './send-folder.ts';
import { generatedChapters, generatedMdBook, onePixel } from './generated-mdbook.ts';

let writers: Writers;
let stranger: Browser;
beforeAll(async () => {
  writers = await startWriters();
  ({ browser: stranger } = await signUp(writers.site, 'other@example.com', 'Otto Other'));
  await writers.site.db.superuser.query(
    `with c as (insert into app_public.books (title, slug, permalink) values ('Other', 'other', '/books/other') returning id)
     insert into app_public.contributions (book_id, user_id) select c.id, u.id from c, app_public.users u where u.username = 'other' or u.name = 'Otto Other'`,
  );
});
afterAll(() => writers.stop());

const send = (browser: Browser, files: Files | Buffer, query = '') => sendFolder(writers.site, browser, files, query);
const importFolder = (browser: Browser, files: Files | Buffer, query = '') => makeFolder(writers.site, browser, files, query);
const exported = (browser: Browser, permalink: string) => downloadFolder(writers.site, browser, permalink);

const rows = async <TRow extends object>(text: string, values: unknown[] = []) =>
  (await writers.site.db.superuser.query<TRow>(text, values)).rows;
const outlineOf = (permalink: string) =>
  rows<{ id: string; slug: string; title: string; section: string | null }>(
    `select l.id, l.slug, l.title, s.title as section from app_public.lessons l
       left join app_public.book_lessons b on b.lesson_id = l.id left join app_public.course_lessons c on c.lesson_id = l.id
       left join app_public.course_sections s on s.id = coalesce(b.course_section_id, c.course_section_id)
     where (select i.permalink from (select id, permalink from app_public.books union all select id, permalink from app_public.courses) i where i.id = coalesce(l.book_id, l.course_id)) = $1
     order by coalesce(b.position, c.position)`,
    [permalink],
  );
const lesson = (slug: string, more: object = {}) => ({ file: `${slug}.md`, slug, title: slug.toUpperCase(), ...more });
const manifest = (lessons: object[], more: object = {}) =>
  JSON.stringify({ format: 'newline', version: 1, kind: 'COURSE', title: 'Kettles', lessons, ...more });

describe('an archive', () => {
  const files = {
    'manifest.json': manifest([lesson('a', { section: 'One', isFree: true }), lesson('b', { section: 'Two', role: 'LESSON' })], {
      sections: ['One', 'Two'],
      details: {
        subtitle: 'All of them',
        faq: [{ question: 'Why?', answer: 'Tea.' }],
        isComingSoon: true,
        posterImageUrl: '/media/covers/x.svg',
      },
      tags: ['no-such-tag'],
      contributors: [{ username: 'nobody-here', title: 'EDITOR' }],
    }),
    'a.md': '# First\n\n::paywall\n\n![Dot](dot.png) and [b](b.md#more)\n\n![Fake](fake.png)',
    'b.md': '## More\n\n```ts {2}\nconst a = 1;\nlet b;\n```',
    'dot.png': onePixel,
    'fake.png': '<svg onload="alert(1)"/>',
  };

  test('says what it would create, and creates it as a draft on request @STUDIO-01', async () => {
    const before = await rows<{ n: number }>('select count(*)::int as n from app_public.lessons');
    const { status, answer } = await send(writers.author, files);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      format: 'newline',
      kind: 'course',
      title: 'Kettles',
      permalink: null,
      isNew: true,
      sections: ['One', 'Two'],
      lessons: [
        { title: 'A', section: 'One', isNew: true },
        { title: 'B', section: 'Two', isNew: true },
      ],
      missing: [],
      images: 2,
    });
    expect(await rows('select count(*)::int as n from app_public.lessons')).toEqual(before);

    const report = await importFolder(writers.author, files);
    expect(report.permalink).toBe('/courses/kettles');
    expect(report.messages.map(({ file, message }) => `${file}: ${message}`)).toEqual(
      [
        'fake.png: Skipped: expected an image (JPEG, PNG, WebP, GIF or AVIF), got SVG.',
        'manifest.json: The contributor "nobody-here" is skipped: this site has no such user.',
        'manifest.json: The tag "no-such-tag" is skipped: this site has no such tag.',
        'manifest.json: details.isComingSoon is skipped: it is set when the item is published.',
      ].toSorted((a, b) => order(report, a) - order(report, b)),
    );
    expect(
      await rows(
        "select title, subtitle, faq, is_published, is_coming_soon, poster_image_url from app_public.courses where permalink = '/courses/kettles'",
      ),
    ).toEqual([
      {
        title: 'Kettles',
        subtitle: 'All of them',
        faq: [{ answer: 'Tea.', question: 'Why?' }],
        is_published: false,
        is_coming_soon: false,
        poster_image_url: '/media/covers/x.svg',
      },
    ]);
    expect((await outlineOf('/courses/kettles')).map(({ slug, section }) => [slug, section])).toEqual([
      ['a', 'One'],
      ['b', 'Two'],
    ]);
    const [body] = await rows<{ text: string; free: number }>(
      "select b.body_delta::text as text, b.free_blocks as free from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id where l.slug = 'a'",
    );
    expect(body?.text).toContain('/courses/kettles/b#more');
    expect(body?.text).toMatch(/"src": "\/media\/a\/[a-z2-7]{26}\/1600\.webp"/u);
    expect(body?.text).not.toMatch(/~item|~picture|svg/u);
    expect(body?.free).toBe(1);
    expect(
      await rows(
        "select count(*)::int as n from app_private.attachment_uses u join app_public.lessons l on l.id = u.lesson_id where l.slug = 'a'",
      ),
    ).toEqual([{ n: 1 }]);
  });

  test('changes nothing when it is exported and imported again: ids, order, texts, files; and the next export has the same bytes @STUDIO-01', async () => {
    const first = await exported(writers.author, '/courses/kettles');
    expect([...first.keys()].filter((path) => path.startsWith('media/'))).toHaveLength(1);
    const state = () =>
      rows(
        `select l.id, l.title, l.slug, l.is_free, b.body_delta, c.position from app_public.lessons l join app_private.lesson_bodies b on b.lesson_id = l.id
         join app_public.course_lessons c on c.lesson_id = l.id order by l.id`,
      );
    const before = await state();
    const report = await importFolder(writers.author, Object.fromEntries(first));
    expect(report).toMatchObject({ isNew: false, permalink: '/courses/kettles', missing: [] });
    expect(report.lessons.every(({ isNew }) => !isNew)).toBe(true);
    expect(await state()).toEqual(before);
    expect(await exported(writers.author, '/courses/kettles')).toEqual(first);
    expect(await rows('select count(*)::int as n from app_public.attachments')).toEqual([{ n: 1 }]);
  });

  test('that changed keeps existing lessons, moves and renames them, and deletes only on request @STUDIO-01', async () => {
    const before = await outlineOf('/courses/kettles');
    const parts = await exported(writers.author, '/courses/kettles');
    const manifest = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as { lessons: Record<string, unknown>[]; sections: string[] };
    const [a, b] = manifest.lessons;
    const next = {
      ...manifest,
      sections: ['Two', 'New'],
      lessons: [{ ...b, slug: 'b-renamed', title: 'Bee' }, lesson('c', { section: 'New' })],
    };
    const changed = { ...Object.fromEntries(parts), 'manifest.json': JSON.stringify(next), 'c.md': 'New.' };
    expect((await send(writers.author, changed)).answer.missing).toEqual([a?.['title']]);
    await importFolder(writers.author, changed);
    const outlineBefore = await outlineOf('/courses/kettles');
    expect(outlineBefore.map(({ slug, section }) => [slug, section])).toEqual([
      ['b-renamed', 'Two'],
      ['c', 'New'],
      ['a', 'One'],
    ]);
    expect(outlineBefore.find(({ slug }) => slug === 'b-renamed')?.id).toBe(before.find(({ slug }) => slug === 'b')?.id);
    await importFolder(writers.author, changed, 'delete=true');
    expect((await outlineOf('/courses/kettles')).map(({ slug }) => slug)).toEqual(['b-renamed', 'c']);
  });

  test('from a user who isn’t an author, or for another author’s item, writes nothing @STUDIO-01', async () => {
    const outcome = async (browser: Browser, query: string) => {
      const { status, answer } = await send(browser, files, `write=true&${query}`);
      return [status, answer.code];
    };
    const count = () =>
      rows('select (select count(*) from app_public.courses)::int as items, (select count(*) from app_public.lessons)::int as lessons');
    const before = await count();
    expect(await outcome(writers.site.newBrowser(), 'into=course')).toEqual([401, 'LOGIN_REQUIRED']);
    expect(await outcome(writers.learner, 'into=course')).toEqual([403, 'FORBIDDEN']);
    expect(await outcome(stranger, 'into=/courses/kettles')).toEqual([404, 'NOT_FOUND']);
    expect(await count()).toEqual(before);
    for (const browser of [writers.site.newBrowser(), writers.learner, stranger]) {
      const answer = await fetch(`${writers.site.url}/api/import-export?of=/courses/kettles`, {
        headers: { cookie: browser.cookieHeader },
      });
      expect([401, 404]).toContain(answer.status);
    }
    // Another user's own item is created, next to Ada's.
    expect(await outcome(stranger, '')).toEqual([200, undefined]);
    expect(
      (await rows<{ permalink: string }>("select permalink from app_public.courses where title = 'Kettles' order by permalink")).map(
        ({ permalink }) => permalink,
      ),
    ).toEqual(['/courses/kettles', '/courses/kettles-2']);
  });

  test('from an editor changes texts, but nothing that only authors can change @STUDIO-01', async () => {
    await writers.site.db.superuser.query(
      "insert into app_public.contributions (course_id, user_id, title) select id, $1, 'EDITOR' from app_public.courses where slug = 'kettles'",
      [writers.editorId],
    );
    const parts = Object.fromEntries(await exported(writers.editor, '/courses/kettles'));
    await importFolder(writers.editor, parts);
    const text = parts['manifest.json']?.toString() ?? '';
    expect(
      (await send(writers.editor, { ...parts, 'manifest.json': text.replace('"isFree": false', '"isFree": true') }, 'write=true')).answer
        .code,
    ).toBe('FORBIDDEN');
  });

  test('that fails midway leaves nothing behind @STUDIO-01', async () => {
    const broken = {
      ...files,
      'manifest.json': manifest([lesson('a'), lesson('b', { repositoryPathname: 'no path' })], { title: 'Broken' }),
    };
    expect((await send(writers.author, broken, 'write=true')).answer).toMatchObject({ code: 'BAD_INPUT' });
    expect(await rows("select from app_public.courses where title = 'Broken'")).toEqual([]);
    expect((await send(writers.author, Buffer.from('no archive'))).answer).toMatchObject({
      code: 'BAD_INPUT',
      message: 'Expected a ZIP or TAR archive, got something else or a damaged one.',
    });
  });
});

describe('images', () => {
  test('are checked like uploads, and identical ones are stored once @STUDIO-01', async () => {
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
      .withExif({ IFD0: { Artist: 'Someone' } })
      .jpeg()
      .toBuffer();
    const files = {
      'manifest.json': manifest([lesson('p')], { title: 'Pictures' }),
      'p.md': '![A](one.jpg)\n\n![B](two.jpg)',
      'one.jpg': photo,
      'two.jpg': photo,
    };
    await importFolder(writers.author, files);
    const count = () => rows<{ n: number }>('select count(*)::int as n from app_public.attachments where width = 40');
    expect(await count()).toEqual([{ n: 1 }]);
    await importFolder(writers.author, files);
    expect(await count()).toEqual([{ n: 1 }]);
    const [, bytes] = [...(await exported(writers.author, '/courses/pictures'))].find(([path]) => path.startsWith('media/')) ?? [];
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });
});

describe('an archive with entries that can’t be imported', () => {
  test('is imported without them, and the report says so @STUDIO-01 @BRING-01', async () => {
    const files = {
      'a.md': '# A\n\nWords.\n\n![Broken](broken.png) ![Fine](fine.png)',
      'broken.png': Buffer.from('none'),
      'fine.png': onePixel,
      '../evil.md': '# Evil',
    };
    const archive = zip(
      Object.entries(files).map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes) })),
      new Date(Date.UTC(2026, 10, 21)),
    );
    // The directory of the archive says that the image is larger than it is.
    archive.writeUInt32LE(4000, archive.lastIndexOf('broken.png') - 46 + 24);
    const report = await importFolder(writers.author, archive, 'into=course');
    expect(report.lessons.map(({ title }) => title)).toEqual(['A']);
    expect(report.messages.filter(({ weight }) => weight === 'lost').map(({ file, message }) => `${file}: ${message}`)).toEqual([
      '../evil.md: Left out, because its path leads out of the folder.',
      'broken.png: Skipped: the archive is damaged here.',
    ]);
  });
});

describe('a book of a hundred chapters from mdBook', () => {
  test('is imported with all internal links working, and comments survive the next import @STUDIO-01', async () => {
    const files = generatedMdBook();
    const report = await importFolder(writers.author, files);
    expect(report.permalink).toBe('/books/the-lighthouse-keepers-manual');

    const stored = await rows<{ slug: string; html: string }>(
      "select l.slug, array_to_string(b.block_html, '') as html from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id join app_public.books k on k.id = l.book_id where k.slug = 'the-lighthouse-keepers-manual'",
    );
    expect(stored).toHaveLength(generatedChapters + 1);
    const ids = new Map(stored.map(({ slug, html }) => [slug, new Set([...html.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id))]));
    const links = stored.flatMap(({ slug, html }) => [...html.matchAll(/href="([^"]+)"/gu)].map(([, href = '']) => ({ slug, href })));
    const own = links.filter(({ href }) => !href.startsWith('https://example.org'));
    // Two of a chapter’s links go to its footnotes, and two from there back.
    expect(own).toHaveLength((generatedChapters - 2) * 16 + 3);
    const broken = own.filter(({ slug: at, href }) => {
      if (href.startsWith('#')) return !(ids.get(at)?.has(decodeURIComponent(href.slice(1))) ?? false);
      const [, slug = '', hash] = /^\/books\/the-lighthouse-keepers-manual\/([a-z0-9-]+)(?:#(.+))?$/u.exec(href) ?? [];
      const existingId = ids.get(slug);
      return existingId === undefined || (hash !== undefined && !existingId.has(decodeURIComponent(hash)));
    });
    expect(broken).toEqual([]);

    // The next edition: one chapter changed; its other blocks and all lessons keep their ids.
    const before = await outlineOf('/books/the-lighthouse-keepers-manual');
    const blocks = () =>
      rows<{ ids: string[] }>(
        "select b.block_ids as ids from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id where l.slug = 'part-1-ch-002'",
      );
    const [was] = await blocks();
    const path = 'src/part-1/ch-002.md';
    const again = await importFolder(writers.author, {
      ...files,
      [path]: String(files[path]).replace('The end of it.', 'The end of it, again.'),
    });
    expect(again.isNew).toBe(false);
    expect(await outlineOf('/books/the-lighthouse-keepers-manual')).toEqual(before);
    const [now] = await blocks();
    expect(now?.ids).toHaveLength(was?.ids.length ?? 0);
    expect(now?.ids.filter((id) => !was?.ids.includes(id))).toHaveLength(1);
  }, 120_000);
});

function order({ messages }: ImportReport, expected: string): number {
  return messages.findIndex(({ file, message }) => `${file}: ${message}` === expected);
}

describe('a book in another script', () => {
  const chapters = ['введение', 'части/数据库', 'части/README'];
  const files = {
    'book.toml': '[book]\ntitle = "Чайники"',
    'src/SUMMARY.md': `# Summary\n\n${chapters.map((path, at) => `- [Глава ${at + 1}](${path}.md)`).join('\n')}\n`,
    'src/введение.md': 'See [the next](части/数据库.md).',
    'src/части/数据库.md': 'Text.',
    'src/части/README.md': 'Text.',
  };

  test('keeps its letters in slugs and links, like Latin ones, and is found again by its title @STUDIO-01', async () => {
    const report = await importFolder(writers.author, files);
    expect(report.permalink).toBe('/books/chayniki');
    expect((await outlineOf('/books/chayniki')).map(({ slug }) => slug)).toEqual(['vvedenie', 'chasti-shu-ju-ku', 'chasti']);
    const [first] = await rows<{ text: string }>(
      `select b.body_delta::text as text from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id where l.slug = 'vvedenie'`,
    );
    expect(first?.text).toContain('/books/chayniki/chasti-shu-ju-ku');
    expect(await send(writers.author, files)).toMatchObject({ answer: { isNew: false, permalink: '/books/chayniki', missing: [] } });
  });

  test('keeps its chapters if it was imported when slugs lost those letters @STUDIO-01', async () => {
    await rows(`update app_public.lessons set slug = '2' where slug = 'chasti-shu-ju-ku'`);
    const before = await outlineOf('/books/chayniki');
    await importFolder(writers.author, files);
    const after = await outlineOf('/books/chayniki');
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.map(({ slug }) => slug)).toEqual(['vvedenie', 'chasti-shu-ju-ku', 'chasti']);
  });
});
