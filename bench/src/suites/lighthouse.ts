import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from '../../../api/src/features/book-export/find-chromium.ts';
import type { Figure } from '../figure.ts';
import { median } from '../median.ts';
import type { Suite } from './suite.ts';

const tool = 'lighthouse@13.5.0';
const flags = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';

const requiredScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

type Report = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number; displayValue?: string }>;
};

/**
 * Runs Lighthouse on the home page: its four scores on a desktop, and on its phone. It comes from npm, so the first run needs the network.
 */
export const lighthouse: Suite = async ({ site, pace, say }) => {
  const figures: Figure[] = [];
  for (const [where, more] of [
    ['on a desktop', ['--preset=desktop']],
    ['on a phone', []],
  ] as const) {
    say(`lighthouse: the home page ${where}`);
    const reports: Report[] = [];
    for (let round = 0; round < pace.rounds; round += 1) reports.push(await report(`${site.origin}/`, more));
    for (const [category, must] of Object.entries(requiredScores)) {
      figures.push({
        suite: 'lighthouse',
        name: `${category} ${where}`,
        value: median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
        unit: 'points',
        goal: { ...(where === 'on a desktop' && { must }), isUpperBound: false },
      });
    }
    const paint = median(reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? 0));
    figures.push({ suite: 'lighthouse', name: `largest paint ${where}`, value: paint, unit: 'ms', goal: { isUpperBound: true } });
    for (const { title, displayValue = '' } of missedIn(reports.at(-1))) say(`lighthouse: ${where}: ${title} ${displayValue}`);
  }
  return figures;
};

/** Returns the audits that lowered the score. */
function missedIn(last: Report | undefined): Report['audits'][string][] {
  return Object.values(last?.audits ?? {}).filter(({ score }) => score !== null && score < 0.9);
}

async function report(url: string, more: readonly string[]): Promise<Report> {
  const chromium = findChromium();
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      '--ignore-scripts',
      `--package=${tool}`,
      '--',
      'lighthouse',
      url,
      ...more,
      '--quiet',
      '--output=json',
      `--chrome-flags=${flags}`,
    ],
    { maxBuffer: 2 ** 27, env: { ...process.env, ...(chromium !== null && { CHROME_PATH: chromium }) } },
  );
  return JSON.parse(stdout) as Report;
}
