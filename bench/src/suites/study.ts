import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { figureOf } from '../figure-of.ts';
import { commonTerms, commonWord, fillTexts, rareWord, textBlocks } from '../fill-texts.ts';
import { floorUrl, withFloor } from '../floor.ts';
import { persistedQueryBody, type OperationName } from '../persisted-query.ts';
import { measureInTurn, sendOnce, type Target } from '../load.ts';
import type { Site } from '../site.ts';
import type { Suite } from './suite.ts';

/** The goal of pages of which only what belongs to the reader differs. */
const copyGoal = { must: 0.8, aim: 1.2 };

/** How often a search is timed. */
const SAMPLES = 60;

/** Measures a learner's pages against plain React, and the search over 100,000 blocks. */
export const study: Suite = async ({ site, pace, isQuick, say }) => {
  const figures: Figure[] = [];
  for (const [name, path, goal] of [
    ['library', '/library', { must: 0.25, aim: 0.35 }],
    ['lesson page', '/courses/types-that-tell-the-truth/why-types-lie', copyGoal],
    ['chapter page', '/books/postgres-slowly/why-plans-are-trees', copyGoal],
    ['article', '/articles/a-map-of-unicode-for-busy-people', copyGoal],
    ['course page', '/courses/types-that-tell-the-truth', copyGoal],
  ] as const) {
    say(`study: the ${name} for a signed-in reader against plain React (C)`);
    const target: Target = { name, url: site.origin + path, headers: { cookie: site.learner.cookie } };
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
  return figures;
};

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
