import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { createBooksOut } from '@newline/api/features/books-out/books-out';
import { makeEpub } from '@newline/api/features/books-out/make-epub';
import type { BookContent } from '@newline/api/features/books-out/book-content';
import { createLog } from '@newline/api/log';
import { visitor } from '@newline/api/viewer';
import { demoPeople } from '@newline/db/demo/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from './browser.ts';
import { signIn } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { unzip } from './unzip.ts';

let site: TestApi;
let readers: Record<'visitor' | 'learner' | 'Pro' | 'admin', Browser>;
const paid = 'postgres-slowly';

beforeAll(async () => {
  site = await startTestApi({ demo: true, trustProxy: 1 });
  await site.api.drawTexts();
  const person = async (role: string) => {
    const found = demoPeople(site.db.secretKey).find((one) => one.role === role);
    return signIn(site, found?.email ?? '', found?.password);
  };
  readers = { visitor: site.newBrowser(), learner: await person('learner'), Pro: await person('proLearner'), admin: await person('admin') };
  await site.db.superuser.query(
    `delete from app_public.entitlements e using app_public.users u where u.id = e.user_id and u.username = 'wren'`,
  );
});
afterAll(() => site.stop());

async function take(reader: Browser, name: string) {
  const response = await fetch(`${site.url}/media/b/${name}`, { headers: { cookie: reader.cookieHeader } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** What EPUBCheck complains about. */
async function faultsOf(epub: Buffer): Promise<string[]> {
  const { messages } = await EpubCheck.validate(epub, {}, 'book.epub');
  return messages.filter(({ severity }) => severity !== 'usage').map(({ id, message, location }) => `${id} ${message} ${location?.path}`);
}

describe('a book as EPUB @STUDY-01', () => {
  test('is valid, begins with its type stored, and holds every chapter, its cover and its contents', async () => {
    const { status, headers, bytes } = await take(readers.Pro, `${paid}.epub`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/epub+zip');
    expect(headers.get('content-disposition')).toBe('attachment; filename="postgres-slowly.epub"');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    const files = unzip(bytes);
    expect(files[0]).toMatchObject({ path: 'mimetype', isPacked: false });
    const names = files.map(({ path }) => path);
    for (const name of [
      'META-INF/container.xml',
      'EPUB/package.opf',
      'EPUB/nav.xhtml',
      'EPUB/toc.ncx',
      'EPUB/style.css',
      'EPUB/cover.xhtml',
      'EPUB/title.xhtml',
    ])
      expect(names).toContain(name);
    const { rows } = await site.db.superuser.query<{ slug: string; title: string }>(
      `select l.slug, l.title from app_public.book_lessons p join app_public.lessons l on l.id = p.lesson_id join app_public.books b on b.id = p.book_id
       where b.slug = $1 order by p.position`,
      [paid],
    );
    const textOf = (path: string) => files.find((file) => file.path === path)?.bytes.toString() ?? '';
    for (const { slug, title } of rows) {
      expect(textOf(`EPUB/chapter-${slug}.xhtml`)).toContain(`<h1 id="title">${title}</h1>`);
      expect(textOf('EPUB/nav.xhtml')).toContain(`<a href="chapter-${slug}.xhtml">${title}</a>`);
    }
    // In their order, and in their parts.
    expect([...textOf('EPUB/package.opf').matchAll(/idref="i-chapter-([a-z-]+)-xhtml"/gu)].map(([, slug]) => slug)).toEqual(
      rows.map(({ slug }) => slug),
    );
    expect(textOf('EPUB/nav.xhtml')).toContain('<span>Keeping house</span>');
    // Code in the colours that were drawn when it was saved.
    await expect
      .poll(
        async () => unzip((await take(readers.Pro, `${paid}.epub`)).bytes).some(({ bytes: file }) => file.includes('<span class="k">')),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect(await faultsOf(bytes)).toEqual([]);
  });

  test('that holds everything a text can hold is valid, too: formulas, diagrams, pictures, tables, links', async () => {
    type Article = { articleBySlug: { id: string; bodyDelta: string; bodyDrawings: string } };
    const read = async () =>
      (await readers.admin.graphql<Article>('{ articleBySlug(slug: "how-this-site-shows-your-text") { id bodyDelta bodyDrawings } }')).data
        ?.articleBySlug;
    await expect.poll(async () => (await read())?.bodyDrawings ?? '', { timeout: 30_000 }).toContain('"math"');
    const article = await read();
    const chapter = {
      slug: 'all',
      title: 'Q & A <all>',
      number: 1,
      sectionTitle: 'A "part"',
      permalink: '/books/a/all',
      document: JSON.parse(article?.bodyDelta ?? ''),
      drawings: JSON.parse(article?.bodyDrawings ?? ''),
      isCut: false,
    };
    const hostile = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'bell \u0007 and half \ud800 of a pair' }] }],
    };
    const book: BookContent = {
      id: article?.id ?? '',
      slug: 'a',
      title: 'All & everything',
      subtitle: null,
      summary: '<b>',
      language: 'en',
      permalink: '/books/a',
      authors: ['Zoë "Z" O’Neil'],
      posterImageUrl: null,
      revisedAt: new Date('2026-01-02T03:04:05Z'),
      isWhole: true,
      chapters: [chapter, { ...chapter, slug: 'evil', document: hostile, drawings: null }],
    };
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const epub = await makeEpub(book, { name: 'newline', publicUrl: site.url }, () =>
      Promise.resolve({ bytes: picture, type: 'image/png' }),
    );
    expect(await faultsOf(epub)).toEqual([]);
    const text =
      unzip(epub)
        .find(({ path }) => path.endsWith('chapter-all.xhtml'))
        ?.bytes.toString() ?? '';
    expect(text).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML"');
    expect(text).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
    expect(text).toContain('<img src="pictures/1.png"');
    expect(text).toContain('<table class="table">');
    expect(
      unzip(epub)
        .find(({ path }) => path.endsWith('package.opf'))
        ?.bytes.toString(),
    ).toContain('properties="mathml svg"');
    expect(
      unzip(epub)
        .find(({ path }) => path.endsWith('evil.xhtml'))
        ?.bytes.toString(),
    ).toContain('bell  and half \ufffd of a pair');
    // The same content, the same bytes.
    expect(
      epub.equals(
        await makeEpub(book, { name: 'newline', publicUrl: site.url }, () => Promise.resolve({ bytes: picture, type: 'image/png' })),
      ),
    ).toBe(true);
  });

  test('is the free part for those who have not paid, and valid as that @DOC-04', async () => {
    const last = await lastWordsOf('the-index-you-need');
    for (const reader of [readers.visitor, readers.learner]) {
      const { status, headers, bytes } = await take(reader, `${paid}.epub`);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toContain('postgres-slowly-free-part.epub');
      const all = unzip(bytes)
        .map((file) => file.bytes.toString())
        .join('\n');
      expect(all).toContain('The free part.');
      expect(all).toContain('The rest of this chapter is read at');
      expect(all).not.toContain(last);
      expect(await faultsOf(bytes)).toEqual([]);
    }
    for (const reader of [readers.Pro, readers.admin])
      expect(
        unzip((await take(reader, `${paid}.epub`)).bytes)
          .map((file) => file.bytes.toString())
          .join('\n'),
      ).toContain(last);
  });

  test('is refused where nothing of it is free, and where there is no such book @DOC-04', async () => {
    expect((await take(readers.learner, 'numbers-before-breakfast.epub')).status).toBe(403);
    expect((await take(readers.Pro, 'numbers-before-breakfast.epub')).status).toBe(200);
    for (const name of ['vue-server-first.epub', 'no-such-book.epub', 'postgres-slowly.mobi', '..%2fpostgres-slowly.epub'])
      expect((await take(readers.Pro, name)).status, name).toBe(404);
  });

  test('goes 60 times in ten minutes to a network, whoever asks there; then 429 and when to come back', async () => {
    const ask = (address: string) =>
      fetch(`${site.url}/media/b/numbers-before-breakfast.epub`, { headers: { 'x-forwarded-for': address } }).then(async (response) => {
        await response.arrayBuffer();
        return response;
      });
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => ask(`2001:db8:7:7::${n + 1}`)));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(60);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('2001:db8:7:8::1')).status).toBe(403);
  });

  test('is made anew when a chapter changed, and once for all who ask at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newline-books-'));
    const books = createBooksOut({
      execute: site.api.execute,
      site: { name: 'newline', publicUrl: site.url },
      readPicture: () => Promise.resolve(null),
      folder,
      log: createLog('silent'),
      chromium: null,
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => books.open(visitor, 'the-long-stack-trace', 'epub')));
    expect(all.map(({ state }) => state)).toEqual(Array(5).fill('made'));
    for (const one of all) if (one.state === 'made') one.stream.destroy();
    expect(await readdir(folder)).toHaveLength(1);
    await site.db.superuser.query(`update app_public.books set title = 'The Longer Stack Trace' where slug = 'the-long-stack-trace'`);
    const changed = await books.open(visitor, 'the-long-stack-trace', 'epub');
    if (changed.state === 'made') changed.stream.destroy();
    expect(await readdir(folder)).toHaveLength(2);
    // Without a Chromium there is no PDF.
    expect(books.hasPdf).toBe(false);
    expect(await books.open(visitor, 'the-long-stack-trace', 'pdf')).toEqual({ state: 'missing' });
    await rm(folder, { recursive: true });
  });
});

test('a book as PDF has its pages numbered, and contents that lead to every chapter @STUDY-01', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newline-books-'));
  // A PDF packs its words: what prints it here hands the page back as it was given.
  const printer = join(folder, 'printer');
  await writeFile(
    printer,
    '#!/bin/sh\nfor word in "$@"; do case "$word" in --print-to-pdf=*) out="${word#--print-to-pdf=}";; file://*) from="${word#file://}";; esac; done\ncp "$from" "$out"\n',
    { mode: 0o755 },
  );
  const books = createBooksOut({
    execute: site.api.execute,
    site: { name: 'newline', publicUrl: site.url },
    readPicture: () => Promise.resolve(null),
    folder: join(folder, 'made'),
    log: createLog('silent'),
    chromium: printer,
  });
  const made = await books.open(visitor, paid, 'pdf');
  const page = made.state === 'made' ? await text(made.stream) : '';
  const contents = /<nav class="contents">.*?<\/nav>/u.exec(page)?.[0] ?? '';
  expect(contents).toContain('<h2>Keeping house</h2>');
  const leads = [...contents.matchAll(/href="#([\w-]+)"/gu)].map(([, id]) => id);
  expect(leads).toEqual([...page.matchAll(/<h1 id="([\w-]+)"/gu)].map(([, id]) => id));
  expect(leads).toContain('c-the-index-you-need-title');
  expect(page).toContain('content: counter(page)');
  await rm(folder, { recursive: true });
});

/** The last words of a chapter, which are behind its paywall. */
async function lastWordsOf(slug: string): Promise<string> {
  const { rows } = await site.db.superuser.query<{ text: string }>(
    `select b.block_text[cardinality(b.block_text)] as text from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id
     where l.slug = $1 and b.free_blocks < cardinality(b.block_text)`,
    [slug],
  );
  const words = rows[0]?.text.slice(-30) ?? '';
  expect(words.length).toBeGreaterThan(15);
  return words;
}
