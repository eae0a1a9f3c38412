import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { makeEpub } from '@newline/api/features/book-export/make-epub';
import type { BookContent } from '@newline/api/features/book-export/book-content';
import type { DocumentNode } from '@newline/document/document-node';
import { fromMarkdown } from '@newline/document/markdown';
import { visitor } from '@newline/api/viewer';
import { demoPeople } from '@newline/db/demo/people';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { writeBlankPdf } from './blank-pdf.ts';
import { openExports } from './export-worker.ts';
import { signIn } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { unzip } from './unzip.ts';

let site: TestApi;
let readers: Record<'visitor' | 'learner' | 'Pro' | 'admin', Browser>;
const paid = 'postgres-slowly';

beforeAll(async () => {
  site = await startTestApi({ demo: true, trustProxy: 1 });
  await site.api.renderTexts();
  const person = async (role: string) => {
    const match = demoPeople(site.db.secretKey).find((one) => one.role === role);
    return signIn(site, match?.email ?? '', match?.password);
  };
  readers = { visitor: site.newBrowser(), learner: await person('learner'), Pro: await person('proLearner'), admin: await person('admin') };
  await site.db.superuser.query(
    `delete from app_public.entitlements e using app_public.users u where u.id = e.user_id and u.username = 'wren'`,
  );
});
afterAll(() => site.stop());

async function ask(reader: Browser, name: string, init: RequestInit = {}) {
  const response = await fetch(`${site.url}/media/b/${name}`, { ...init, headers: { cookie: reader.cookieHeader, ...init.headers } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Waits like a reader, until the file is available or has failed. */
async function take(reader: Browser, name: string) {
  return vi.waitFor(
    async () => {
      const answer = await ask(reader, name);
      expect(answer.status, answer.bytes.toString('utf8', 0, 2_000)).not.toBe(202);
      return answer;
    },
    { timeout: 120_000, interval: 100 },
  );
}

/** Returns a text with a listing, a link to it, and one that leads nowhere. */
function withCaptions(document: DocumentNode): DocumentNode {
  const read = fromMarkdown(
    ':::captioned{anchor=shapes}\n```ts\nlet a;\n```\n\nShapes\n:::\n\nSee [Listing 1](#shapes) and [nothing](#nothing).^[A **note** with $x$.] And.^[Two.]\n\n::::exercise\nSolve it.\n\n:::part{type=solution}\nSecretly.\n:::\n::::',
    'article',
  );
  if (!read.ok) throw new Error('expected a valid text');
  return { ...document, content: [...(document.content ?? []), ...(read.document.content ?? [])] };
}

/** Returns the errors that EPUBCheck reports. */
async function faultsOf(epub: Buffer): Promise<string[]> {
  const { messages } = await EpubCheck.validate(epub, {}, 'book.epub');
  return messages.filter(({ severity }) => severity !== 'usage').map(({ id, message, location }) => `${id} ${message} ${location?.path}`);
}

describe('a book as EPUB @STUDY-01', () => {
  test('is valid, starts with its uncompressed type, and contains every chapter, its cover and its table of contents', async () => {
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
      expect(textOf(`EPUB/chapter-${slug}.xhtml`)).toContain(`<h1 id="title" dir="auto">${title}</h1>`);
      expect(textOf('EPUB/nav.xhtml')).toContain(`<a href="chapter-${slug}.xhtml">${title}</a>`);
    }
    // In order and in sections.
    expect([...textOf('EPUB/package.opf').matchAll(/idref="i-chapter-([a-z-]+)-xhtml"/gu)].map(([, slug]) => slug)).toEqual(
      rows.map(({ slug }) => slug),
    );
    expect(textOf('EPUB/nav.xhtml')).toContain('<span dir="auto">Keeping house</span>');
    // Code has the highlighting that was rendered when it was saved.
    await expect
      .poll(
        async () => unzip((await take(readers.Pro, `${paid}.epub`)).bytes).some(({ bytes: file }) => file.includes('<span class="k">')),
        { timeout: 30_000 },
      )
      .toBe(true);
    expect(await faultsOf(bytes)).toEqual([]);
  });

  test('with everything a text can contain is valid, too: formulas, diagrams, images, tables, links', async () => {
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
      document: withCaptions(JSON.parse(article?.bodyDelta ?? '') as DocumentNode),
      renderings: JSON.parse(article?.bodyDrawings ?? ''),
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
      chapters: [chapter, { ...chapter, slug: 'evil', document: hostile, renderings: null }],
    };
    const image = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const epub = await makeEpub(book, { name: 'newline', publicUrl: site.url }, () => Promise.resolve({ bytes: image, type: 'image/png' }));
    expect(await faultsOf(epub)).toEqual([]);
    const text =
      unzip(epub)
        .find(({ path }) => path.endsWith('chapter-all.xhtml'))
        ?.bytes.toString() ?? '';
    expect(text).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML"');
    expect(text).toContain('<svg xmlns="http://www.w3.org/2000/svg"');
    expect(text).toContain('<img src="pictures/1.png"');
    expect(text).toContain('<table class="table">');
    expect(text).toContain('<figure class="captioned" id="h-shapes"');
    expect(text).toContain('<a href="#h-shapes">Listing 1</a>: </span>Shapes</figcaption>');
    expect(text).toContain('See <a href="#h-shapes">Listing 1</a> and <span>nothing</span>.');
    // A task and the way to its tests; hints, tests and solution stay there.
    expect(text).toContain(
      `<section class="exercise" dir="auto"><p>Solve it.</p><p><a href="${site.url}/books/a/all">Solve this exercise on the site</a></p></section>`,
    );
    expect(text).not.toContain('Secretly');
    // The first two notes are those of the article.
    expect(text).toMatch(/<a id="h-fnref\.3" epub:type="noteref" role="doc-noteref" aria-label="Footnote 3" href="#h-fn\.3">3<\/a>/u);
    expect(text).toMatch(/<section class="footnotes" epub:type="footnotes" role="doc-endnotes" aria-label="Footnotes">/u);
    expect(text).toMatch(
      /<li epub:type="footnote" id="h-fn\.3" dir="auto">A <strong>note<\/strong>.*?<a class="fn__back" role="doc-backlink" aria-label="Back to the text of footnote 3" href="#h-fnref\.3"/u,
    );
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
    // The same content results in the same bytes.
    expect(
      epub.equals(
        await makeEpub(book, { name: 'newline', publicUrl: site.url }, () => Promise.resolve({ bytes: image, type: 'image/png' })),
      ),
    ).toBe(true);
  });

  test('contains only the free part for readers who haven’t paid, and is valid @DOC-04', async () => {
    const last = await lastWordsOf('the-index-you-need');
    for (const reader of [readers.visitor, readers.learner]) {
      const { status, headers, bytes } = await take(reader, `${paid}.epub`);
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toContain('postgres-slowly-free-part.epub');
      const all = unzip(bytes)
        .map((file) => file.bytes.toString())
        .join('\n');
      expect(all).toContain('The free part.');
      expect(all).toContain('Read the rest of this chapter at');
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

  test('is refused if nothing of it is free, or if there is no such book @DOC-04', async () => {
    expect((await take(readers.learner, 'numbers-before-breakfast.epub')).status).toBe(403);
    expect((await take(readers.Pro, 'numbers-before-breakfast.epub')).status).toBe(200);
    for (const name of ['vue-server-first.epub', 'no-such-book.epub', 'postgres-slowly.mobi', '..%2fpostgres-slowly.epub'])
      expect((await take(readers.Pro, name)).status, name).toBe(404);
  });

  test('is limited to 60 downloads in ten minutes per subnet, whoever asks; then 429 with Retry-After', async () => {
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

  test('is limited to 60 downloads in ten minutes per user, from anywhere; progress requests aren’t counted', async () => {
    const match = demoPeople(site.db.secretKey).find(({ role }) => role === 'anotherLearner');
    const reader = await signIn(site, match?.email ?? '', match?.password);
    const request = async (cookie: string, path: string, last: number) => {
      const response = await fetch(`${site.url}${path}`, { headers: { cookie, 'x-forwarded-for': `2001:db8:8:${last}::1` } });
      await response.arrayBuffer();
      return response.status;
    };
    const closed = 'numbers-before-breakfast.epub';
    const statusesOf = (cookie: string, path: string) => Promise.all(Array.from({ length: 62 }, (_, n) => request(cookie, path, n + 1)));
    const statuses = (await statusesOf(reader.cookieHeader, `/media/b/${closed}`)).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(60).fill(403), 429, 429]);
    expect(new Set(await statusesOf(reader.cookieHeader, `/api/book-exports/${closed}`))).toEqual(new Set([403]));
    // Other users with the same IP addresses aren't affected.
    expect(new Set(await statusesOf('', `/media/b/${closed}`))).toEqual(new Set([403]));
  });

  test('is created in the background: 202 with a page that refreshes itself, then the file at the same URL', async () => {
    await site.db.superuser.query(`update app_public.books set subtitle = 'Prepared' where slug = $1`, [paid]);
    const head = await ask(readers.learner, `${paid}.epub`, { method: 'HEAD' });
    expect(head.status).toBe(202);
    const first = await ask(readers.learner, `${paid}.epub`);
    expect(first.status).toBe(202);
    expect(first.headers.get('content-type')).toContain('text/html');
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(first.headers.get('refresh')).toBe(first.headers.get('retry-after'));
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.bytes.toString()).toContain('<h1>Your EPUB is being prepared</h1>');
    expect(first.bytes.toString()).toContain('role="status"');
    expect((await take(readers.learner, `${paid}.epub`)).headers.get('content-type')).toBe('application/epub+zip');
    // From now on it is available immediately.
    expect((await ask(readers.visitor, `${paid}.epub`)).status).toBe(200);
  });

  test('reports its progress as JSON, to each reader as far as they have access @AUTH-03', async () => {
    const path = (name: string) => `${site.url}/api/book-exports/${name}`;
    const state = async (reader: Browser, name: string, method = 'GET') => {
      const response = await fetch(path(name), { method, headers: { cookie: reader.cookieHeader, origin: site.url } });
      return { status: response.status, body: (await response.json()) as { state: string; reason?: string } };
    };
    await site.db.superuser.query(`update app_public.books set subtitle = 'As JSON' where slug = $1`, [paid]);
    expect(await state(readers.Pro, `${paid}.epub`)).toEqual({ status: 200, body: { state: 'none' } });
    expect((await state(readers.Pro, `${paid}.epub`, 'POST')).body.state).toMatch(/^(?:queued|running|done)$/u);
    await vi.waitFor(async () => expect((await state(readers.Pro, `${paid}.epub`)).body.state).toBe('done'), {
      timeout: 60_000,
      interval: 50,
    });
    // A visitor's version is another file, which hasn't been requested yet.
    expect((await state(readers.visitor, `${paid}.epub`)).body).toEqual({ state: 'none' });
    expect(await state(readers.learner, 'numbers-before-breakfast.epub', 'POST')).toMatchObject({ status: 403 });
    expect(await state(readers.Pro, 'vue-server-first.epub', 'POST')).toMatchObject({ status: 404 });
    // A form without a script leads to the page that waits.
    const form = await fetch(path(`${paid}.epub`), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        cookie: readers.Pro.cookieHeader,
        origin: site.url,
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: '',
    });
    expect([form.status, form.headers.get('location')]).toEqual([303, `/media/b/${paid}.epub`]);
  });

  test('that failed shows why on a page with a button that restarts it', async () => {
    await site.db.superuser.query(`update app_public.books set subtitle = 'Failed' where slug = $1`, [paid]);
    await take(readers.learner, `${paid}.epub`);
    await site.db.superuser.query(
      `update app_private.book_exports set status = 'failed', byte_count = null, reason = 'Too <large>.'
       where status = 'done' and not is_whole and format = 'epub'`,
    );
    const failed = await ask(readers.learner, `${paid}.epub`);
    expect(failed.status).toBe(500);
    expect(failed.bytes.toString()).toContain('<p role="alert">Too &lt;large&gt;.</p>');
    const [, action = ''] = /<form method="post" action="([^"]+)">/u.exec(failed.bytes.toString()) ?? [];
    const pressed = await fetch(site.url + action, {
      method: 'POST',
      headers: { cookie: readers.learner.cookieHeader, origin: site.url, accept: 'text/html' },
    });
    await pressed.arrayBuffer();
    expect((await take(readers.learner, `${paid}.epub`)).status).toBe(200);
  });

  test('stays the free part for a reader who loses access after it was created @DOC-04 @AUTH-03', async () => {
    const last = await lastWordsOf('the-index-you-need');
    const textOf = async (reader: Browser) =>
      unzip((await take(reader, `${paid}.epub`)).bytes)
        .map((file) => file.bytes.toString())
        .join('\n');
    expect(await textOf(readers.Pro)).toContain(last);
    const { rows } = await site.db.superuser.query<{ id: string }>(
      `update app_public.entitlements e set ends_at = now() from app_public.users u, auth."user" a
       where u.id = e.user_id and a.id = u.id and a.email = $1 returning e.id`,
      [demoPeople(site.db.secretKey).find(({ role }) => role === 'proLearner')?.email],
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(await textOf(readers.Pro)).not.toContain(last);
    expect(await textOf(readers.admin)).toContain(last);
  });
});

test('a book as PDF has numbered pages and contents that link to every chapter @STUDY-01', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'newline-books-'));
  // PDF text is compressed, so the printer here keeps the pages as they are, and returns an empty one.
  const blank = join(folder, 'blank.pdf');
  const printed = join(folder, 'printed.html');
  await writeBlankPdf(blank);
  const printer = join(folder, 'printer');
  await writeFile(
    printer,
    `#!/bin/sh\nfor word in "$@"; do case "$word" in --print-to-pdf=*) out="\${word#--print-to-pdf=}";; file://*) from="\${word#file://}";; esac; done\ncat "$from" >> "${printed}"\ncp "${blank}" "$out"\n`,
    { mode: 0o755 },
  );
  const books = openExports({ connections: site.db.connections, folder: join(folder, 'created'), chromium: printer });
  // The site's own job considers an export with another site name outdated, and removes it.
  const match = await vi.waitFor(
    async () => {
      await books.find(visitor, paid, 'pdf', 'start');
      await books.work(new AbortController().signal);
      const looked = await books.find(visitor, paid, 'pdf', 'look');
      if (looked.state !== 'done') throw new Error(`expected done, got ${JSON.stringify(looked)}`);
      return looked;
    },
    { timeout: 60_000 },
  );
  const file = await books.open({ ...match, state: 'done' }, paid, 'pdf');
  expect(file && (await text(file.stream))).toContain('/Type /Catalog');
  const page = await readFile(printed, 'utf8');
  const contents = /<nav class="contents">.*?<\/nav>/u.exec(page)?.[0] ?? '';
  expect(contents).toContain('<h2 dir="auto">Keeping house</h2>');
  const leads = [...contents.matchAll(/href="https:\/\/destination\.invalid\/([\w-]+)"/gu)].map(([, id]) => id);
  expect(leads).toEqual([...page.matchAll(/<h1 id="([\w-]+)"/gu)].map(([, id]) => id));
  expect(leads).toContain('c-the-index-you-need-title');
  expect(page).toContain('content: counter(page)');
  await books.close();
  await rm(folder, { recursive: true });
});

/** Returns the last words of a chapter, which are behind its paywall. */
async function lastWordsOf(slug: string): Promise<string> {
  const { rows } = await site.db.superuser.query<{ text: string }>(
    `select b.block_text[cardinality(b.block_text)] as text from app_private.lesson_bodies b join app_public.lessons l on l.id = b.lesson_id
     where l.slug = $1 and b.free_blocks < cardinality(b.block_text)`,
    [slug],
  );
  const lastWords = rows[0]?.text.slice(-30) ?? '';
  expect(lastWords.length).toBeGreaterThan(15);
  return lastWords;
}
