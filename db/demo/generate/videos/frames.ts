import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printedInks } from '@newline/ui/covers/topic';
import type { Browser, Page } from 'playwright-core';
import type { VideoScript } from './script.ts';
import { linesOf, type Timeline } from './timeline.ts';

const require = createRequire(import.meta.url);
const font = readFileSync(require.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')).toString(
  'base64',
);

/** The sizes of a video in pixels: as rendered, and in both qualities. */
export type Shape = { readonly name: 'tall' | 'wide'; readonly high: readonly [number, number]; readonly low: readonly [number, number] };
export const TALL: Shape = { name: 'tall', high: [540, 960], low: [360, 640] };
export const WIDE: Shape = { name: 'wide', high: [1280, 720], low: [640, 360] };

const STYLE = `
  @font-face { font-family: mono; src: url(data:font/woff2;base64,${font}); font-weight: 100 800; }
  body { margin: 0; container-type: inline-size; height: 100vh; overflow: hidden; background: var(--fg1); color: var(--fg3); }
  pre { margin: 0; font: 500 var(--size)/var(--line) mono; font-variant-ligatures: none; padding-top: var(--top); }
  span { display: flex; white-space: pre; padding-left: 4cqw; }
  span i { flex: none; width: var(--gutter); margin-right: var(--after); text-align: right; font: 500 .8em/inherit mono; font-style: normal; opacity: .46; }
  span b { font-weight: 500; opacity: .8; }
  span u { align-self: center; height: 1.45em; width: .13em; margin-left: .08em; background: var(--fg2); }
  .hl { background: var(--fg3); color: var(--fg1); } .hl b { opacity: 1; } .hl i { opacity: .6; }
  .tall { --size: 6.25cqw; --line: 2.1; --top: 34cqw; --gutter: 2.3ch; --after: 1.6ch; }
  .wide { --size: 3.4cqw; --line: 1.95; --top: 4cqw; --gutter: 2.3ch; --after: 1.9ch; }`;

function rows(script: VideoScript, typed: number, mark: number | null): string {
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  let left = typed;
  let out = '';
  const lines = linesOf(script);
  for (const [index, line] of lines.entries()) {
    if (left < 0) break;
    const isLast = left <= line.length || index === lines.length - 1;
    const shown = line.slice(0, Math.max(left, isLast ? line.length - line.trimStart().length : 0));
    out += `<span class="${mark === index ? 'hl' : ''}"><i>${script.from + index}</i><b>${escape(shown)}</b>${isLast ? '<u></u>' : ''}</span>`;
    left -= line.length + 1;
  }
  return `<pre>${out}</pre>`;
}

/** Renders every image of a timeline as `frame-{number}.png` and returns the files in order. */
export async function drawFrames(
  browser: Browser,
  script: VideoScript,
  shape: Shape,
  timeline: Timeline,
  folder: string,
): Promise<string[]> {
  const [width, height] = shape.high;
  const page: Page = await browser.newPage({ viewport: { width, height } });
  const { ground, figure, type } = printedInks(script.topic);
  await page.setContent(
    `<style>${STYLE} :root { --fg1: ${ground}; --fg2: ${figure}; --fg3: ${type}; }</style><body><main class="${shape.name}"></main></body>`,
  );
  await page.evaluate('document.fonts.load("500 20px mono").then(() => document.fonts.ready)');
  const files: string[] = [];
  for (const [index, image] of timeline.images.entries()) {
    const html = rows(script, image.typed, image.mark);
    await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(html)}`);
    const file = join(folder, `frame-${index}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  }
  await page.close();
  return files;
}
