import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from './support/journey.ts';
import { signInAt } from './support/api-client.ts';
import { doors, type Asker } from './support/gate/doors.ts';
import { canaries, plantCanaries, type Planted } from './support/gate/plant-canaries.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

// Every door of the site is asked by everybody. Whoever may not read what stands behind the paywall finds no word of it, by none of
// them; whoever may finds it by the same doors in the same run, so that the search is able to.
let site: SiteProcess;
let rows: SiteRows;
let planted: Planted;
let folder: string;
const askers = new Map<string, Asker>();

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'newline-gate-'));
  // A PDF packs its words: the program that prints it hands the page back as it was given.
  const printer = join(folder, 'chromium');
  await writeFile(
    printer,
    '#!/bin/sh\nfor word in "$@"; do case "$word" in --print-to-pdf=*) out="${word#--print-to-pdf=}";; file://*) from="${word#file://}";; esac; done\ncp "$from" "$out"\n',
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
      const response = await fetch(site.origin + path, { headers: { cookie } });
      return textOf(Buffer.from(await response.arrayBuffer()));
    },
    graphql: async (query, variables = {}) => {
      let text = '';
      // A machine that is busy may give up planning a question; a question that is refused would find nothing, whatever stood behind it.
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

/** The bytes as text; of an archive the text of all its files. */
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

for (const name of ['visitor', 'learner', 'buyer of another course'])
  test(`a ${name} finds no word from behind the paywall by any door @DOC-04 @AUTH-03`, async () => {
    test.setTimeout(240_000);
    const asker = askers.get(name);
    if (!asker) throw new Error(`gate: expected ${name}`);
    const leaks: string[] = [];
    const closed: string[] = [];
    for (const door of doors) {
      const answer = await door.ask(asker, planted);
      for (const [canary, word] of Object.entries(canaries)) {
        // A search page repeats what it was asked for.
        const found = answer.toLowerCase().split(word).length - 1;
        if (found > 0) leaks.push(`${door.name}: ${canary}`);
      }
      if (door.opens !== undefined && !answer.includes(door.opens)) closed.push(door.name);
    }
    expect(leaks).toEqual([]);
    expect(closed).toEqual([]);
  });

for (const name of ['Pro', 'author', 'admin'])
  test(`${name} finds every one of them, so the search is able to @DOC-04 @AUTH-03`, async () => {
    test.setTimeout(240_000);
    const asker = askers.get(name);
    if (!asker) throw new Error(`gate: expected ${name}`);
    const missing: string[] = [];
    const kept: string[] = [];
    for (const door of doors) {
      const answer = (await door.ask(asker, planted)).toLowerCase();
      const mine = name === 'Pro' ? [] : (door.showsWriters ?? []);
      for (const canary of [...door.shows, ...mine]) if (!answer.includes(canaries[canary])) missing.push(`${door.name}: ${canary}`);
      // What is still being written is not paid for.
      for (const canary of ['draft', 'articleDraft'] as const)
        if (name === 'Pro' && answer.includes(canaries[canary])) kept.push(`${door.name}: ${canary}`);
      // Where nothing is shown to anybody, it is not shown to them either.
      if (door.shows.length + mine.length === 0)
        for (const [canary, word] of Object.entries(canaries)) if (answer.includes(word)) kept.push(`${door.name}: ${canary}`);
    }
    expect(missing).toEqual([]);
    expect(kept).toEqual([]);
    const shown = new Set(doors.flatMap(({ shows, showsWriters = [] }) => [...shows, ...showsWriters]));
    expect([...shown].toSorted()).toEqual(Object.keys(canaries).toSorted());
  });

test('after those who may read came, a kept page or text still has no word of it for others @DOC-04', async () => {
  const [visitor, learner, pro] = ['visitor', 'learner', 'Pro'].map((name) => askers.get(name));
  if (!visitor || !learner || !pro) throw new Error('gate: expected three askers');
  const { article, course, book, lesson, chapter } = planted;
  for (const [path, word] of [
    [`/articles/${article.slug}`, canaries.articleText],
    [`/courses/${course.slug}/${lesson.slug}`, canaries.lessonText],
    [`/books/${book.slug}/${chapter.slug}`, canaries.chapterText],
    [`/courses/${course.slug}`, null],
    [`/books/${book.slug}`, null],
  ] as const) {
    const whole = (await pro.get(path)).toLowerCase();
    // The control: the text that may be kept has the word.
    if (word !== null) expect(whole, path).toContain(word);
    for (const asker of [visitor, learner]) {
      const answer = (await asker.get(path)).toLowerCase();
      for (const canary of Object.values(canaries)) expect(answer, path).not.toContain(canary);
    }
    // And it is back for who may read it.
    if (word !== null) expect((await pro.get(path)).toLowerCase(), path).toContain(word);
  }
});
