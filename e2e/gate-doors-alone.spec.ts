import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { signInAt } from './support/api-client.ts';
import { doors, type Asker } from './support/gate/doors.ts';
import { canaries, plantCanaries, type Planted } from './support/gate/plant-canaries.ts';
import { expect, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';
import { makeArticle } from './support/things.ts';

// Every user requests every source of text on the site. Users without access find no text from behind the paywall in any of them; users
// with access find it in the same sources in the same run, so that the search is able to.
let site: SiteProcess;
let rows: SiteRows;
let planted: Planted;
let folder: string;
const askers = new Map<string, Asker>();

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'newline-gate-'));
  // A PDF compresses its text, so the printer here keeps the page unchanged.
  const printer = join(folder, 'chromium');
  await writeFile(
    printer,
    `#!/bin/sh\nexec "${process.execPath}" "${fileURLToPath(new URL('support/gate/plain-printer.mjs', import.meta.url))}" "$@"\n`,
  );
  await chmod(printer, 0o755);
  site = await prepareSite({ CHROME_PATH: printer, ASSETS_URL: 'https://assets.newline.example' });
  await site.start();
  rows = await openSiteRows(site);
  planted = await plantCanaries(site, rows);
  for (const [name, role] of [
    ['visitor', null],
    ['learner', 'learner'],
    ['buyer of another course', 'anotherLearner'],
    ['Pro', 'proLearner'],
    ['author', 'author'],
    ['admin', 'admin'],
  ] as const) {
    const cookie = role === null ? '' : (await signInAt(site.origin, site.person(role))).cookie;
    askers.set(name, askerWith(cookie));
  }
});
// One site for all of them.
test.describe.configure({ mode: 'default' });
test.afterAll(async () => {
  await rows.close();
  await site.remove();
  await rm(folder, { recursive: true, force: true });
});

function askerWith(cookie: string): Asker {
  return {
    get: async (path) => {
      let bytes = Buffer.alloc(0);
      // A book must be prepared first: its page says so until the file is available.
      await expect(async () => {
        const response = await fetch(site.origin + path, { headers: { cookie } });
        bytes = Buffer.from(await response.arrayBuffer());
        // React Router also responds with 202 if the data would come from another page.
        if (path.startsWith('/media/b/')) expect(response.status).not.toBe(202);
      }).toPass({ timeout: 180_000 });
      return textOf(bytes);
    },
    graphql: async (query, variables = {}) => {
      let text = '';
      // A busy machine may give up planning a query, and a refused query would find nothing, whatever is behind the paywall.
      await expect(async () => {
        const response = await fetch(`${site.origin}/graphql`, {
          method: 'POST',
          headers: { cookie, origin: site.origin, 'content-type': 'application/json', accept: 'application/graphql-response+json' },
          body: JSON.stringify({ query, variables }),
        });
        text = await response.text();
        expect(text).not.toContain('"errors"');
      }).toPass({ timeout: 60_000 });
      return text;
    },
  };
}

/** The bytes as text; for an archive, the text of all its files. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString();
  const texts: string[] = [];
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const end = start + bytes.readUInt32LE(at + 18);
    const data = bytes.subarray(start, end);
    texts.push((bytes.readUInt16LE(at + 8) === 8 ? inflateRawSync(data) : data).toString());
    at = end;
  }
  return texts.join('\n');
}

function askerOf(name: string): Asker {
  const asker = askers.get(name);
  if (!asker) throw new Error(`gate: expected ${name}`);
  return asker;
}

test('users without access find no text from behind the paywall in any way @DOC-04 @AUTH-03', async () => {
  for (const name of ['visitor', 'learner', 'buyer of another course'])
    await test.step(name, async () => {
      const leaks: string[] = [];
      const closed: string[] = [];
      for (const door of doors) {
        const answer = await door.ask(askerOf(name), planted);
        for (const [canary, word] of Object.entries(canaries)) {
          // A search page repeats its input.
          const count = answer.toLowerCase().split(word).length - 1;
          if (count > 0) leaks.push(`${door.name}: ${canary}`);
        }
        if (door.opens !== undefined && !answer.includes(door.opens)) closed.push(door.name);
      }
      expect(leaks).toEqual([]);
      expect(closed).toEqual([]);
    });
});

test('users with access find all of it, so the search is able to, and leave none for others @DOC-04 @AUTH-03', async () => {
  for (const name of ['Pro', 'author', 'admin'])
    await test.step(name, async () => {
      const missing: string[] = [];
      const leaks: string[] = [];
      for (const door of doors) {
        const answer = (await door.ask(askerOf(name), planted)).toLowerCase();
        const mine = name === 'Pro' ? [] : (door.showsWriters ?? []);
        for (const canary of [...door.shows, ...mine]) if (!answer.includes(canaries[canary])) missing.push(`${door.name}: ${canary}`);
        // An unpublished draft isn't part of the purchase.
        for (const canary of ['draft', 'articleDraft'] as const)
          if (name === 'Pro' && answer.includes(canaries[canary])) leaks.push(`${door.name}: ${canary}`);
        // A source that shows the text to no one doesn't show it to these users either.
        if (door.shows.length + mine.length === 0)
          for (const [canary, word] of Object.entries(canaries)) if (answer.includes(word)) leaks.push(`${door.name}: ${canary}`);
      }
      expect(missing).toEqual([]);
      expect(leaks).toEqual([]);
    });
  const shown = new Set(doors.flatMap(({ shows, showsWriters = [] }) => [...shows, ...showsWriters]));
  expect([...shown].toSorted()).toEqual(Object.keys(canaries).toSorted());

  const { article, course, book, lesson, chapter } = planted;
  for (const [path, word] of [
    [`/articles/${article.slug}`, canaries.articleText],
    [`/courses/${course.slug}/${lesson.slug}`, canaries.lessonText],
    [`/books/${book.slug}/${chapter.slug}`, canaries.chapterText],
    [`/courses/${course.slug}`, null],
    [`/books/${book.slug}`, null],
  ] as const)
    await test.step(`the cached copy of ${path}`, async () => {
      const whole = (await askerOf('Pro').get(path)).toLowerCase();
      // The control: the public text contains the word.
      if (word !== null) expect(whole, path).toContain(word);
      for (const name of ['visitor', 'learner']) {
        const answer = (await askerOf(name).get(path)).toLowerCase();
        for (const canary of Object.values(canaries)) expect(answer, path).not.toContain(canary);
      }
      // And users with access get it again.
      if (word !== null) expect((await askerOf('Pro').get(path)).toLowerCase(), path).toContain(word);
    });
});

test('the demo’s paid video plays only for users who can read its lesson @CLIP-08 @AUTH-03', async () => {
  const [video] = await rows.run(
    `select v.lesson_id as id, substr(v.video_url, 7) as name from app_private.lesson_videos v join app_public.lessons l on l.id = v.lesson_id
     where not l.is_free and v.video_url like 'local:%' and not app_private.is_public_video(v.video_url) and v.video_url <> $1`,
    [`local:${canaries.video}`],
  );
  const name = String(video?.['name']);
  for (const who of ['visitor', 'learner', 'buyer of another course', 'Pro', 'admin'])
    await test.step(who, async () => {
      const answer = await askerOf(who).graphql('query ($id: UUID!) { lessonById(id: $id) { videoPass } }', { id: video?.['id'] });
      const pass = (JSON.parse(answer) as { data: { lessonById: { videoPass: string | null } } }).data.lessonById.videoPass;
      const mayRead = who === 'Pro' || who === 'admin';
      for (const file of ['high-0.m4s', 'low-0.m4s', 'audio-0.m4s']) {
        // The box that every segment has at or near its beginning.
        expect((await askerOf(who).get(`/media/s/${pass}/${name}/${file}`)).includes('moof'), file).toBe(mayRead);
        expect(await askerOf(who).get(`/media/v/${name}/${file}`), file).not.toContain('moof');
      }
    });
});

test('links to repositories are signed for users with access; the URL of an author’s page changes @EDIT-08 @DOC-04 @SITE-01 @HOME-06', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await test.step('in an article', async () => {
    const author = await signInAt(site.origin, site.person('author'));
    const markdown = 'Open words.\n\n::repository{title="The code"}\n\n::paywall\n\nPaid words.';
    const make = (subscriptionRequired: boolean) =>
      makeArticle(author, { title: 'With code', markdown, details: { subscriptionRequired } });
    const [paid, free] = [await make(true), await make(false)];
    const signed = (path: string) =>
      new RegExp(`href="https://assets\\.newline\\.example${path}\\?expires=\\d{10}&amp;signature=[\\w-]{43}"`);
    const visitor = askerOf('visitor');
    for (const html of [await visitor.get(paid.path), await askerOf('learner').get(paid.path), await visitor.get(`${paid.path}.data`)]) {
      expect(html).toContain('Open words.');
      expect(html).toContain('The code');
      expect(html).not.toContain('assets.newline.example');
    }
    expect(await askerOf('Pro').get(paid.path)).toMatch(signed(paid.path));
    expect(await visitor.get(free.path)).toMatch(signed(free.path));
  });

  await test.step('on the page of a course', async () => {
    const code = page.getByRole('link', { name: 'Get the code of this course' });
    const course = '/courses/rendering-without-regret';
    await signIn(page, site.person('learner'));
    await page.goto(course);
    await expect(page.getByText(/\d of 9 done/).first()).toBeVisible();
    await expect(code).toHaveCount(0);
    await signIn(page, site.person('proLearner'));
    await page.goto(course);
    await expect(code).toHaveAttribute(
      'href',
      /^https:\/\/assets\.newline\.example\/courses\/rendering-without-regret\?expires=\d{10}&signature=[\w-]{43}$/,
    );
    // None of this is in the cached page.
    expect(await askerOf('visitor').get(course)).not.toContain('signature=');
  });

  await test.step('an author’s page shows what its row says, at its current URL', async () => {
    await rows.run(
      `update app_public.author_pages set quote_md = 'I draw *ducks*.' where user_id = (select id from app_public.users where username = 'signe')`,
    );
    await rows.run(`update app_public.permalinks set path = '/ducks' where path = '/fullstack-d3'`);
    const status = async (path: string) => (await fetch(site.origin + path)).status;
    await expect.poll(() => status('/fullstack-d3')).toBe(404);
    await expect.poll(() => status('/ducks')).toBe(200);
    await page.goto('/ducks');
    await expect(page.locator('blockquote em')).toHaveText('ducks');
  });
  await context.close();
});
