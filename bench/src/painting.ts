import type { Browser } from 'playwright-core';
import { openBrowser } from './open-browser.ts';
import { median } from './median.ts';

/** How a browser is throttled, in the terms of DevTools. */
type Profile = { viewport: { width: number; height: number }; isMobile: boolean; cpuSlowdown: number; network: Network | null };

type Network = { latency: number; downloadThroughput: number; uploadThroughput: number };

const bytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8;

/** The profiles: a desktop isn't throttled; a slow phone has a quarter of this machine's speed, 1.6 Mbit/s and 150 ms. */
export const profiles = {
  desk: { viewport: { width: 1350, height: 940 }, isMobile: false, cpuSlowdown: 1, network: null },
  phone: {
    viewport: { width: 360, height: 740 },
    isMobile: true,
    cpuSlowdown: 4,
    network: { latency: 150, downloadThroughput: bytesPerSecond(1.6), uploadThroughput: bytesPerSecond(0.75) },
  },
} satisfies Record<string, Profile>;

/**
 * What a user waits for: in ms, the largest paint and, after the first one, the time of tasks beyond 50 ms each (Total Blocking Time as
 * web.dev defines it; before anything is visible, nothing can be pressed), and the CPU time of scripts. The layout shift has no unit. `bytes`
 * were transferred.
 */
export type Painting = { largestPaint: number; layoutShift: number; blockedTime: number; scriptCpu: number; bytes: number };

/**
 * Opens pages in turn with an empty cache, several times, and returns the medians of each, in order. The first time is a warm-up and doesn't
 * count.
 */
export async function measurePaintings(urls: readonly string[], profile: Profile, rounds: number): Promise<Painting[]> {
  const browser = await openBrowser();
  try {
    const all = new Map<string, Painting[]>(urls.map((url) => [url, []]));
    for (const url of urls) await openOnce(browser, url, profile);
    for (let round = 0; round < rounds; round += 1) {
      for (const url of urls) all.get(url)?.push(await openOnce(browser, url, profile));
    }
    return urls.map((url) => {
      const of = (key: keyof Painting) => median((all.get(url) ?? []).map((one) => one[key]));
      return {
        largestPaint: of('largestPaint'),
        layoutShift: of('layoutShift'),
        blockedTime: of('blockedTime'),
        scriptCpu: of('scriptCpu'),
        bytes: of('bytes'),
      };
    });
  } finally {
    await browser.close();
  }
}

type Seen = Pick<Painting, 'largestPaint' | 'layoutShift'> & { firstPaint: number; tasks: { startTime: number; duration: number }[] };

/** Runs in the page: collects the browser's performance entries. */
const watch = `(() => {
  const seen = { firstPaint: Infinity, largestPaint: 0, layoutShift: 0, tasks: [] };
  window.__seen = seen;
  const on = (type, add) => new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => { seen.largestPaint = entry.startTime; });
  on('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.layoutShift += entry.value; });
  on('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime; });
  on('longtask', ({ startTime, duration }) => { seen.tasks.push({ startTime, duration }); });
})()`;

async function openOnce(browser: Browser, url: string, { viewport, isMobile, cpuSlowdown, network }: Profile): Promise<Painting> {
  const context = await browser.newContext({ viewport, isMobile });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  let bytes = 0;
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  if (network) await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  // CPU time of the page's own thread, which other work on the machine changes less than clock time.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'networkidle' });
  const { metrics } = await devTools.send('Performance.getMetrics');
  const scriptCpu = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
  const failure = await page.evaluate<string | null>("document.documentElement.getAttribute('data-floor-failure')");
  if (failure !== null) throw new Error(`${url}: React could not take over the page: ${failure}`);
  const { firstPaint, largestPaint, layoutShift, tasks } = await page.evaluate<Seen>('window.__seen');
  await context.close();
  const blocked = tasks.map(({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint) - 50);
  return { largestPaint, layoutShift, blockedTime: blocked.reduce((sum, time) => sum + Math.max(0, time), 0), scriptCpu, bytes };
}
