import pg from 'pg';
import { fillSite } from '../fill.ts';
import type { Figure } from '../figure.ts';
import { figureOf } from '../figure-of.ts';
import { floorUrl, withFloor } from '../floor.ts';
import { persistedQuery, persistedQueryBody, publicUrlOfQuery } from '../persisted-query.ts';
import { measureInTurn, sendOnce, type Target, timeEach } from '../load.ts';
import type { Site } from '../site.ts';
import type { Suite } from './suite.ts';

const COURSES = 200;
const FEW_CLIPS = 10_000;
const MANY_CLIPS = 1_000_000;
const DEEP_ROW = 500_000;

/** How often a single request is timed. */
const SAMPLES = 40;

/**
 * Measures GraphQL: thirty clips, the catalog and a toggle, each against one hand-written statement; then the clips again among a million.
 */
export const api: Suite = async ({ site, pace, isQuick, say }) => {
  const figures: Figure[] = [];
  const measure = async (floorName: string, kind: 'clips' | 'catalog' | 'like', target: Target, settings: Record<string, string> = {}) =>
    withFloor(kind, site, settings, () => measureInTurn([{ name: floorName, url: floorUrl }, target], pace));
  const clips = requestOf(site, 'clips', persistedQueryBody('clips', { first: 30, offset: 0, userId: site.learner.id }));

  say(`api: filling ${FEW_CLIPS.toLocaleString('en')} clips in ${COURSES} courses`);
  await fillSite(site.connections.owner, { courses: COURSES, clips: FEW_CLIPS });

  say('api: thirty clips for a signed-in reader against one statement in a transaction (E)');
  const few = await measure('E, one statement', 'clips', clips);
  figures.push(figureOf('api', 'clips page of 30, 10,000 clips, signed in', few, { must: 0.74, aim: 0.85, isUpperBound: false }));

  say(
    'api: the next thirty clips as a reader’s browser asks for them: the list over GET, and their own rows beside it, against the same statement (E)',
  );
  const list = { name: 'clip list', url: `${site.origin}${publicUrlOfQuery('clipList', { first: 30, offset: 30 })}` };
  const { clips: listed } = await dataOf<{ clips: { nodes: { id: string }[] } }>(list);
  const states = requestOf(site, 'clip states', persistedQueryBody('clipStates', { clipIds: listed.nodes.map(({ id }) => id) }));
  const nextOnes = await measure('E, one statement', 'clips', { ...list, next: states });
  figures.push(figureOf('api', 'a reader’s next 30 clips, both requests', nextOnes, { must: 1.5, aim: 2.5, isUpperBound: false }));

  say('api: thirty clips as a browser asks for them, compressed');
  const compressed = await measure('E, one statement, not compressed', 'clips', {
    ...clips,
    headers: { ...clips.headers, 'accept-encoding': 'gzip, deflate, br, zstd' },
  });
  figures.push(figureOf('api', 'clips page of 30, compressed', compressed, { isUpperBound: false }));

  say('api: the catalog of thirty against one statement (D)');
  const catalog = await measure('D, one statement', 'catalog', {
    ...requestOf(site, 'catalog', persistedQueryBody('courses', { first: 30, offset: 0 })),
    headers: { 'content-type': 'application/json' },
  });
  figures.push(figureOf('api', 'catalog of 30 over GraphQL', catalog, { must: 0.8, aim: 0.9, isUpperBound: false }));

  say('api: a like switched, checked and counted, against the bare upsert');
  const clipId = await newestClip(clips);
  await allowManyLikes(site.connections.owner.connectionString);
  const like = await measure(
    'one bare upsert',
    'like',
    requestOf(site, 'toggleLike', persistedQueryBody('toggleLike', { clipId, userId: site.learner.id })),
    { FLOOR_CLIP_ID: clipId },
  );
  figures.push(figureOf('api', 'like switched, signed in', like, { must: 0.35, aim: 0.5, isUpperBound: false }));

  if (!isQuick) figures.push(...(await amongMany(site, clips, pace, say)));
  return figures;
};

/** Raises the limit of likes above what a measurement needs; likes are still counted. */
async function allowManyLikes(owner: string): Promise<void> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  try {
    await client.query(`create or replace trigger allow_press after insert or update of enabled on app_public.clip_likes
      for each row execute function app_private.count_new_row('clip likes', '1000000000')`);
  } finally {
    await client.end();
  }
}

/** Measures the clips page among a million clips: its speed against that among few, and a row far down by offset and by cursor. */
async function amongMany(
  site: Site,
  clips: Target,
  pace: { rounds: number; seconds: number },
  say: (line: string) => void,
): Promise<Figure[]> {
  const [few] = await measureInTurn([clips], pace);
  say(`api: filling ${MANY_CLIPS.toLocaleString('en')} clips; this takes a minute or two`);
  await fillSite(site.connections.owner, { courses: COURSES, clips: MANY_CLIPS });
  say('api: thirty clips of a million');
  const [many] = await measureInTurn([clips], pace);
  if (few === undefined || many === undefined) throw new Error('amongMany: expected two measures, got fewer');

  say(`api: the page at row ${DEEP_ROW.toLocaleString('en')}, by offset and by cursor`);
  const text = persistedQuery('clips')
    .replace('$offset: Int = 0', '$offset: Int = 0, $after: Cursor')
    .replace('offset: $offset', 'offset: $offset, after: $after')
    .replace('hasNextPage', 'hasNextPage endCursor');
  const pageAt = (variables: object) =>
    requestOf(site, `clips ${JSON.stringify(variables)}`, JSON.stringify({ query: text, variables: { first: 30, ...variables } }));
  const byOffset = pageAt({ offset: DEEP_ROW });
  const byOffsetMs = await timeEach(byOffset, SAMPLES);
  const firstMs = await timeEach(pageAt({}), SAMPLES);
  const { clips: deep } = await dataOf<{ clips: { pageInfo: { endCursor: string } } }>(byOffset);
  const byCursorMs = await timeEach(pageAt({ after: deep.pageInfo.endCursor }), SAMPLES);
  return [
    figureOf('api', 'clips page of 30, 1,000,000 clips', [few, many], { must: 0.65, isUpperBound: false }),
    { suite: 'api', name: 'clips from row 500,000 by offset', value: byOffsetMs, unit: 'ms', goal: { must: 400, isUpperBound: true } },
    {
      suite: 'api',
      name: 'clips from row 500,000 by cursor',
      value: byCursorMs,
      unit: 'ms',
      floor: { name: 'page one', value: firstMs },
      ratio: byCursorMs / firstMs,
      goal: { must: 1.5, isUpperBound: true },
    },
  ];
}

/** Returns a GraphQL request as the learner's browser sends it. */
function requestOf(site: Site, name: string, body: string): Target {
  return {
    name,
    url: `${site.origin}/graphql`,
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: site.learner.cookie, origin: site.origin },
    body,
  };
}

async function dataOf<Data>(target: Target): Promise<Data> {
  return (JSON.parse(await sendOnce(target)) as { data: Data }).data;
}

async function newestClip(clips: Target): Promise<string> {
  const data = await dataOf<{ clips: { nodes: { id: string }[] } }>(clips);
  const [newest] = data.clips.nodes;
  if (newest === undefined) throw new Error('newestClip: expected thirty clips, got none');
  return newest.id;
}
