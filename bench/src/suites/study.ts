import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '@newline/db/connections';
import pg from 'pg';
import type { Figure } from '../figure.ts';
import { figureOf } from '../figure-of.ts';
import { commonTerms, commonWord, fillTexts, rareWord, textBlocks } from '../fill-texts.ts';
import { fillLibrary } from '../fill-library.ts';
import { floorUrl, withFloor } from '../floor.ts';
import { persistedQueryBody, type OperationName } from '../persisted-query.ts';
import { measureInTurn, mediansInTurn, sendOnce, type Target } from '../load.ts';
import type { Site } from '../site.ts';
import type { Suite } from './suite.ts';

/** The goal of pages of which only what belongs to the reader differs. */
const copyGoal = { must: 0.8, aim: 1.2 };

/** A page of a signed-in reader. */
type ReaderPage = { name: string; path: string; cookie: string; goal: { must: number; aim: number } };

/** How often a search is timed. */
const SAMPLES = 60;

/** Measures a learner's pages against plain React, and the search over 100,000 blocks. */
export const study: Suite = async ({ site, pace, isQuick, say }) => {
  const figures: Figure[] = [];
  const { cookie } = site.learner;
  const page = (name: string, path: string, goal = copyGoal): ReaderPage => ({ name, path, cookie, goal });
  const collector = await site.signIn('anotherLearner');
  await fillLibrary(site.connections.owner, collector.id);
  for (const { name, path, cookie: readerCookie, goal } of [
    page('library of 10 items', '/library', { must: 0.25, aim: 0.35 }),
    { ...page('library of 300 items', '/library', { must: 0.12, aim: 0.2 }), cookie: collector.cookie },
    page('lesson page', '/courses/types-that-tell-the-truth/why-types-lie'),
    page('chapter page', '/books/postgres-slowly/why-plans-are-trees'),
    page('article', '/articles/a-map-of-unicode-for-busy-people'),
    page('course page', '/courses/types-that-tell-the-truth'),
    page('discussion', await longestDiscussion(site.connections.owner)),
  ]) {
    say(`study: the ${name} for a signed-in reader against plain React (C)`);
    const target: Target = { name, url: site.origin + path, headers: { cookie: readerCookie } };
    const file = join(site.dataDir, 'floor.html');
    await writeFile(file, await sendOnce(target));
    const measured = await withFloor('react', site, { FLOOR_HTML: file }, () =>
      measureInTurn([{ name: 'C, pg and renderToString', url: floorUrl }, target], pace),
    );
    figures.push(figureOf('study', `${name}, signed in`, measured, { ...goal, isUpperBound: false }));
  }

  say('study: where a learner stands in a course, one request after the other');
  figures.push({
    suite: 'study',
    name: 'progress in a course of 14 lessons, p95',
    value: await p95Of([requestOf(site, 'courseProgress', { slug: 'types-that-tell-the-truth' })]),
    unit: 'ms',
    goal: { aim: 20, isUpperBound: true },
  });
  if (isQuick) return figures;

  say(`study: filling ${textBlocks.toLocaleString('en')} blocks of text; this takes a minute or two`);
  await fillTexts(site.connections.owner);
  const search = (words: string) => requestOf(site, 'search', { words, kinds: null, atMost: 20, isTyping: false });
  for (const [name, targets] of [
    ['a word in an eighth of them', [search(commonWord)]],
    ['a term or a Chinese word in a quarter of them', commonTerms.map(search)],
    ['rare words', Array.from({ length: 20 }, (_, at) => search(rareWord(at * 31)))],
    ['two words', Array.from({ length: 20 }, (_, at) => search(`${commonWord} shelf${at}`))],
    ['a wrong letter', Array.from({ length: 20 }, (_, at) => search(`measurr${at}`))],
  ] as const) {
    say(`study: searching ${textBlocks.toLocaleString('en')} blocks for ${name}`);
    figures.push({
      suite: 'study',
      name: `search of 100,000 blocks for ${name}, p95`,
      value: await p95Of(targets),
      unit: 'ms',
      goal: { must: 50, isUpperBound: true },
    });
  }
  say(`study: searching ${textBlocks.toLocaleString('en')} blocks against the bare index scan and ranking of the same rows`);
  figures.push(await searchAgainstBareScan(site.connections.owner, search(commonWord)));
  return figures;
};

/** Compares the search for a word in an eighth of all blocks with one statement that finds and ranks the same rows, alternately. */
async function searchAgainstBareScan(owner: Connection, target: Target): Promise<Figure> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('set enable_seqscan = off');
    const bareScan = {
      name: 'bare scan',
      text: `select e.id from app_private.search_entries e, (select (app_private.search_query($1, false, false)).q offset 0) w
        where e.vector @@ w.q and e.kind in ('TEXT', 'CODE', 'TRANSCRIPT', 'COMMENT') order by ts_rank(e.vector, w.q, 1) desc, e.id limit 20`,
      values: [commonWord],
    };
    const [ours, bare] = await mediansInTurn([() => sendOnce(target), () => client.query(bareScan)], SAMPLES);
    return {
      suite: 'study',
      name: 'search of 100,000 blocks for a word in an eighth of them, against a bare scan',
      value: ours,
      unit: 'ms',
      floor: { name: 'its index scan and ranking', value: bare },
      ratio: ours / bare,
      goal: { must: 1.5, aim: 1.2, isUpperBound: true },
    };
  } finally {
    await client.end();
  }
}

/** Returns the path of the discussion with the most comments among those that everyone can read. */
async function longestDiscussion(owner: Connection): Promise<string> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select d.id from app_public.discussions d where d.article_id is not null order by d.comments_count desc, d.id limit 1',
    );
    const [longest] = rows;
    if (longest === undefined) throw new Error('longestDiscussion: expected a discussion of an article, got none');
    return `/discussions/${longest.id}`;
  } finally {
    await client.end();
  }
}

function requestOf(site: Site, name: OperationName, variables: Record<string, unknown>): Target {
  return {
    name,
    url: `${site.origin}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: site.learner.cookie, origin: site.origin },
    body: persistedQueryBody(name, variables),
  };
}

/** Returns the milliseconds within which 95 of 100 answers arrive, one request after the other; each target is requested once before. */
async function p95Of(targets: readonly Target[]): Promise<number> {
  for (const target of targets) await sendOnce(target);
  const times: number[] = [];
  for (let sent = 0; sent < SAMPLES; sent += 1) {
    const target = targets[sent % targets.length];
    if (!target) throw new Error('p95Of: expected a target');
    const startedAt = performance.now();
    await sendOnce(target);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}
