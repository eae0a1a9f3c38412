import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { floorUrl, withFloor } from '../floor.ts';
import { figureOf } from '../figure-of.ts';
import { publicUrlOfQuery } from '../persisted-query.ts';
import { measureInTurn, sendOnce, type Target } from '../load.ts';
import { untilIdle } from '../until-idle.ts';
import type { Suite } from './suite.ts';

/** Measures pages: a public one from the cache, without and with its reader, against bare bytes, and one for a signed-in reader against plain React. */
export const http: Suite = async ({ site, isQuick, pace, peers, say }) => {
  if (!isQuick) await untilIdle(site);
  const floorOf = async (target: Target): Promise<Record<string, string>> => {
    const file = join(site.dataDir, 'floor.html');
    await writeFile(file, await sendOnce(target));
    return { FLOOR_HTML: file };
  };

  say('http: the home page from the cache against the same bytes from memory (B)');
  const home: Target = { name: 'home page', url: `${site.origin}/` };
  const others = Object.entries(peers).map(([name, url]) => ({ name, url }));
  const cached = await withFloor('html', site, await floorOf(home), () =>
    measureInTurn([{ name: 'B, bare node:http', url: floorUrl }, home, ...others], pace),
  );

  say('http: the same page for a signed-in reader, in its one request, against the same bytes from memory (B)');
  const homeOfReader: Target = { name: 'home page, signed in', url: home.url, headers: { cookie: site.learner.cookie } };
  const filled = await withFloor('html', site, await floorOf(homeOfReader), () =>
    measureInTurn([{ name: 'B, bare node:http', url: floorUrl }, homeOfReader], pace),
  );

  say('http: the first clips, the same for everybody, over GET, against the same bytes from memory (B)');
  const list: Target = { name: 'public list', url: `${site.origin}${publicUrlOfQuery('clipList', { first: 30, offset: 0 })}` };
  const cachedList = await withFloor('html', site, await floorOf(list), () =>
    measureInTurn([{ name: 'B, bare node:http', url: floorUrl }, list], pace),
  );

  say('http: the account page for a signed-in reader against plain React (C)');
  const account: Target = { name: 'account page', url: `${site.origin}/account`, headers: { cookie: site.learner.cookie } };
  const rendered = await withFloor('react', site, await floorOf(account), () =>
    measureInTurn([{ name: 'C, pg and renderToString', url: floorUrl }, account], pace),
  );

  return [
    figureOf('http', 'public page from the cache', cached, { must: 0.8, aim: 0.85, isUpperBound: false }),
    figureOf('http', 'public page, signed in', filled, { must: 0.4, aim: 0.6, isUpperBound: false }),
    figureOf('http', 'public list over GET from the cache', cachedList, { must: 0.82, aim: 0.9, isUpperBound: false }),
    figureOf('http', 'page rendered for a signed-in reader', rendered, { must: 0.25, aim: 0.3, isUpperBound: false }),
  ];
};
