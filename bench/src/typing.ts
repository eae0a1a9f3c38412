import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { openBrowser } from './open-browser.ts';

/** The cost of one key for the browser's main thread, in milliseconds: the total, and the part that is script. */
export interface KeyCost {
  readonly cpuMs: number;
  readonly scriptMs: number;
}

/** The pages of the editor suite, built, served and open in a browser. */
export interface TypingBench {
  /**
   * Types in one of the pages, after the text `near`, and returns the cost of a key.
   *
   * @param page `` for the editor or `floor.html`, with its query
   */
  measureKeys(page: string, near: string, keys: number): Promise<KeyCost>;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
/** Less work than this in a second is rest, in milliseconds: the caret blinks. */
const restMs = 40;
const longestSettleSeconds = 120;
const root = join(import.meta.dirname, 'editor-pages');

/** Builds the pages like the site, and starts a browser. */
export async function startTypingBench(): Promise<TypingBench> {
  const directory = await mkdtemp(join(tmpdir(), 'editor-bench-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: [join(root, 'index.html'), join(root, 'floor.html')] },
    },
  });
  const server = await serve(directory);
  const { port } = server.address() as AddressInfo;
  const browser = await openBrowser();
  return {
    measureKeys: (page, near, keys) => measureKeys(browser, `http://127.0.0.1:${port}/${page}`, near, keys),
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function serve(directory: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    const file = join(directory, normalize(pathname === '/' ? '/index.html' : pathname));
    readFile(file).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function measureKeys(browser: Browser, address: string, near: string, keys: number): Promise<KeyCost> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForSelector('.ProseMirror');
    await page.evaluate(putCaretAfter, near);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const read = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
      return { cpuMs: of('TaskDuration'), scriptMs: of('ScriptDuration') };
    };
    const readCpuMs = async () => (await read()).cpuMs;
    // What the page does only once (first layout, colors of all code, the menus) doesn't count for a key.
    await settle(page, readCpuMs);
    await page.keyboard.type('warm words ', { delay: 20 });
    await settle(page, readCpuMs);
    const before = await read();
    await page.keyboard.type('measured '.repeat(Math.ceil(keys / 9)).slice(0, keys), { delay: 50 });
    await settle(page, readCpuMs);
    const after = await read();
    return { cpuMs: (after.cpuMs - before.cpuMs) / keys, scriptMs: (after.scriptMs - before.scriptMs) / keys };
  } finally {
    await context.close();
  }
}

/**
 * Puts the caret at the end of the first block with this text. Runs in the page, because a click would lay out all of a long text first.
 */
function putCaretAfter(words: string): void {
  const text = document.querySelector<HTMLElement>('.ProseMirror');
  const block = [...(text?.children ?? [])].find(({ textContent }) => textContent.includes(words));
  const walker = document.createTreeWalker(block ?? document, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node.textContent?.includes(words)) last = node;
  if (block === undefined || last === null) throw new Error(`bench: expected the words ${words}`);
  block.scrollIntoView();
  text?.focus();
  getSelection()?.collapse(last, last.textContent?.length ?? 0);
}

/**
 * Waits until the main thread does almost nothing for a second: then postponed work is done, like the colors of all code, which take longer
 * than any fixed pause on a slow machine.
 *
 * @param readCpuMs returns what the main thread has worked so far, in milliseconds
 * @throws if it never comes to rest
 */
async function settle(page: Page, readCpuMs: () => Promise<number>): Promise<void> {
  let workedMs = await readCpuMs();
  for (let second = 0; second < longestSettleSeconds; second += 1) {
    await page.evaluate(async () => {
      const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5000 }));
      await idle();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await idle();
    });
    const before = workedMs;
    workedMs = await readCpuMs();
    if (workedMs - before < restMs) return;
  }
  throw new Error(`bench: expected the page to rest within ${longestSettleSeconds} seconds`);
}
