import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { printedInks } from '@newline/ui/covers/topic';
import type { Browser, Page } from 'playwright-core';
import { type CardScene, type CodeScene, scenesOf, type VideoScript } from './script.ts';
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
  .wide { --size: 3.4cqw; --line: 1.95; --top: 4cqw; --gutter: 2.3ch; --after: 1.9ch; }
  .dense { --size: 2.5cqw; --line: 1.66; --top: 2.4cqw; --gutter: 2.3ch; --after: 2ch; }
  p, h1, h2 { margin: 0; padding: 0 5cqw; }
  p { font: 500 1.9cqw/1 mono; opacity: .6; padding-top: 3.2cqw; } .tall p { font-size: 4cqw; padding-top: 9cqw; }
  .tall p + pre { padding-top: 21cqw; }
  .plus i, .minus i { opacity: 1; } .minus b { opacity: .45; text-decoration: line-through; }
  .card { height: 100vh; display: flex; flex-direction: column; justify-content: center; gap: 3cqw; }
  h1 { font: 650 6.2cqw/1.2 mono; } h2 { font: 500 2.9cqw/1.5 mono; opacity: .72; }
  .tall h1 { font-size: 10cqw; } .tall h2 { font-size: 5.6cqw; }
  .still { height: 100vh; display: flex; flex-direction: column; justify-content: center; } .still > * { flex: none; }
  .still p { padding-top: 0; padding-bottom: 1.4em; } .still > pre, .still p + pre { padding-top: 0; }
  h1::after { content: ''; display: inline-block; height: .8em; width: .1em; margin-left: .12em; background: var(--fg2); }`;

/** The maximum number of lines, and of characters per line, in an image; longer code in a wide video is set smaller. */
const ROOM = {
  tall: [[9, 20]],
  wide: [
    [7, 42],
    [11, 58],
  ],
} as const;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Throws an error if code of the video doesn't fit its pictures. */
export function checkRoom(script: VideoScript, shape: Shape): void {
  for (const scene of scenesOf(script)) if (!('card' in scene)) isDense(script.playbackId, scene, shape);
}

/** Returns whether the code must be set smaller. Throws an error if it doesn't fit at all. */
function isDense(name: string, scene: CodeScene, shape: Shape): boolean {
  const lines = linesOf(scene);
  const widest = Math.max(...lines.map((line) => line.length));
  const size = ROOM[shape.name].findIndex(([count, width]) => lines.length <= count && widest <= width);
  if (size === -1) throw new Error(`${name}: ${lines.length} lines of at most ${widest} characters don't fit a ${shape.name} image`);
  return size > 0;
}

/** Returns the HTML of a title. */
export function cardHtml({ card, under }: CardScene): string {
  return `<div class="card"><h1>${escape(card)}</h1>${under === undefined ? '' : `<h2>${escape(under)}</h2>`}</div>`;
}

function rows(scene: CodeScene, typed: number, marks: readonly number[]): string {
  let left = typed;
  let out = '';
  const lines = linesOf(scene);
  for (const [index, line] of lines.entries()) {
    if (left < 0) break;
    const isLast = left <= line.length || index === lines.length - 1;
    const shown = line.slice(0, Math.max(left, isLast ? line.length - line.trimStart().length : 0));
    out += lineHtml(scene, index, shown, marks, isLast);
    left -= line.length + 1;
  }
  return listingHtml(scene, out);
}

/** Returns the HTML of a line of code: its number, the text, and the cursor after the last one. */
export function lineHtml(scene: CodeScene, index: number, text: string, marks: readonly number[], isLast: boolean): string {
  const change = scene.added?.includes(index) ? 'plus' : scene.removed?.includes(index) ? 'minus' : '';
  const number = { plus: '+', minus: '\u2212', '': `${scene.from + index}` }[change];
  return `<span class="${change}${marks.includes(index) ? ' hl' : ''}"><i>${number}</i><b>${escape(text)}</b>${isLast ? '<u></u>' : ''}</span>`;
}

/** Returns the HTML of a listing below the name of its file. */
export function listingHtml({ file }: CodeScene, lines: string): string {
  return `${file === undefined ? '' : `<p>${escape(file)}</p>`}<pre>${lines}</pre>`;
}

/** Opens a page of the video's size, in the colors of its topic, with an empty `main`. */
export async function openCanvas(browser: Browser, script: VideoScript, shape: Shape): Promise<Page> {
  const [width, height] = shape.high;
  const page: Page = await browser.newPage({ viewport: { width, height } });
  const { ground, figure, type } = printedInks(script.topic);
  await page.setContent(
    `<style>${STYLE} :root { --fg1: ${ground}; --fg2: ${figure}; --fg3: ${type}; }</style><body><main class="${shape.name}"></main></body>`,
  );
  await page.evaluate('document.fonts.load("500 20px mono").then(() => document.fonts.ready)');
  return page;
}

/** Shows HTML in the page, with the class names and style of `main`. */
export async function showIn(page: Page, html: string, look: string, style = ''): Promise<void> {
  await page.evaluate(
    `{ const main = document.querySelector('main'); main.className = '${look}'; main.style.cssText = '${style}'; main.innerHTML = ${JSON.stringify(html)}; }`,
  );
}

/** Renders every image of a timeline as `frame-{number}.png` and returns the files in order. */
export async function drawFrames(
  browser: Browser,
  script: VideoScript,
  shape: Shape,
  timeline: Timeline,
  folder: string,
): Promise<string[]> {
  const page = await openCanvas(browser, script, shape);
  const files: string[] = [];
  const scenes = scenesOf(script);
  const dense = scenes.map((scene) => !('card' in scene) && isDense(script.playbackId, scene, shape));
  for (const [index, image] of timeline.images.entries()) {
    const scene = scenes[image.scene];
    if (scene === undefined) throw new Error(`${script.playbackId}: there is no scene ${image.scene}`);
    const html = 'card' in scene ? cardHtml(scene) : rows(scene, image.typed, image.marks);
    const look = `${shape.name}${dense[image.scene] === true ? ' dense' : ''}`;
    await showIn(page, html, look);
    const file = join(folder, `frame-${index}.png`);
    await page.screenshot({ path: file });
    files.push(file);
  }
  await page.close();
  return files;
}
