import { gzipSync } from 'node:zlib';
import type { Figure, Goal } from '../figure.ts';
import { withFloor } from '../floor.ts';
import { sendOnce } from '../load.ts';
import { createPageFloors } from '../page-floors.ts';
import { measurePaintings, profiles } from '../painting.ts';
import { untilIdle } from '../until-idle.ts';
import type { Suite } from './suite.ts';

/**
 * Measures the gzipped bytes of pages: JavaScript that a browser fetches before any input, and HTML with CSS. Then what a user waits for on
 * the home page, on a desktop and on a slow phone.
 */
export const page: Suite = async ({ site, pace, say }) => {
  say('page: weighing the home page and the clips page');
  const home = await weigh(site.origin, '/');
  const clips = await weigh(site.origin, '/clips');
  const figure = (name: string, bytes: number, goal: Omit<Goal, 'isUpperBound'>): Figure => ({
    suite: 'page',
    name,
    value: bytes / 1000,
    unit: 'KB',
    goal: { ...goal, isUpperBound: true },
  });
  await untilIdle(site);
  return [
    figure('JavaScript on the home page, gzip', home.scripts, { must: 115, aim: 95 }),
    figure('HTML and CSS of the home page, gzip', home.document, { must: 25, aim: 15 }),
    figure('JavaScript on the clips page, gzip', clips.scripts, { must: 130, aim: 95 }),
    figure('HTML and CSS of the clips page, gzip', clips.document, {}),
    ...(await painted('at a desk', profiles.desk)),
    ...(await painted('on a slow phone', profiles.phone)),
  ];

  async function painted(where: string, profile: (typeof profiles)['desk' | 'phone']): Promise<Figure[]> {
    say(`page: opening the home page ${where}, in turn with its floors`);
    const url = `${site.origin}/`;
    const floors = await createPageFloors(await sendOnce({ name: 'home page', url }), site.origin, site.dataDir);
    const [ours, unscripted, hydrated] = await withFloor('page', site, floors.settings, () =>
      measurePaintings([url, floors.unscripted, floors.hydrated], profile, 3 * pace.rounds),
    );
    if (!ours || !unscripted || !hydrated) throw new Error('page: expected three pages, got fewer');
    const figureFor = (name: string, value: number, unit: Figure['unit'], goal: Omit<Goal, 'isUpperBound'>): Figure => ({
      suite: 'page',
      name: `${name} of the home page ${where}`,
      value,
      unit,
      goal: { ...goal, isUpperBound: true },
    });
    const against = (name: string, value: number, floor: { name: string; value: number }, goal: Omit<Goal, 'isUpperBound'>): Figure => ({
      ...figureFor(name, value, 'ms', goal),
      floor,
      ratio: value / floor.value,
    });
    return [
      against(
        'largest paint',
        ours.largestPaint,
        { name: 'the same without scripts', value: unscripted.largestPaint },
        { must: 1.3, aim: 1.1 },
      ),
      against(
        'script CPU',
        ours.scriptCpu,
        { name: 'React, one static component', value: hydrated.scriptCpu },
        phoneOnly({ must: 1.5, aim: 1 }),
      ),
      figureFor('layout shift', ours.layoutShift, 'shift', { must: 0.01, aim: 0 }),
      figureFor('blocked time', ours.blockedTime, 'ms', { must: 50, aim: 0 }),
      figureFor('bytes on the wire', ours.bytes / 1000, 'KB', {}),
    ];

    function phoneOnly(goal: Omit<Goal, 'isUpperBound'>) {
      return profile === profiles.phone ? goal : {};
    }
  }
};

async function weigh(origin: string, path: string): Promise<{ scripts: number; document: number }> {
  const html = await sendOnce({ name: path, url: `${origin}${path}` });
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, address = '']) => address);
  const inline = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text).join('\n');
  const preloaded = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, address = '']) => address);
  const size = async (address: string) => gzipSync(await read(origin, address)).length;
  const sum = async (addresses: Iterable<string>) => (await Promise.all([...addresses].map(size))).reduce((total, part) => total + part, 0);
  const scripts = await withStaticImports(origin, [...preloaded, ...staticImports(inline, path)]);
  return { scripts: await sum(scripts), document: gzipSync(html).length + (await sum(styles)) };
}

/** Returns the modules with all their static imports; dynamic imports are loaded when they're needed. */
async function withStaticImports(origin: string, first: readonly string[]): Promise<Set<string>> {
  const urls = new Set<string>();
  const waiting = [...first];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (urls.has(address)) continue;
    urls.add(address);
    waiting.push(...staticImports((await read(origin, address)).toString(), address));
  }
  return urls;
}

function staticImports(source: string, from: string): string[] {
  return [...source.matchAll(/(?:\bfrom\s*|\bimport\s*)(["'])([^"'\n]+\.js)\1/g)].map(
    ([, , address = '']) => new URL(address, `http://site${from}`).pathname,
  );
}

async function read(origin: string, address: string): Promise<Buffer> {
  return Buffer.from(await sendOnce({ name: address, url: `${origin}${address}` }));
}
