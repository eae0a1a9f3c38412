import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { floorUrl } from './floor.ts';
import { type HtmlElement, parseHtml } from './parse-html.ts';

/** The floors of a page in a browser. */
export type PageFloors = {
  /** The settings of their server, for `withFloor('page', …)`. */
  readonly settings: Readonly<Record<string, string>>;
  /** The URL of the same HTML, CSS, fonts and images without scripts. */
  readonly unscripted: string;
  /** The URL of the same elements, which React takes over as one static component. */
  readonly hydrated: string;
};

/** Prepares the floors of a page from its HTML, in a folder. The floor's process renders the second one. */
export async function createPageFloors(html: string, site: string, dataDir: string): Promise<PageFloors> {
  const folder = join(dataDir, 'page-floors');
  await mkdir(folder, { recursive: true });
  const unscripted = withoutScripts(html);
  const page = parseHtml(unscripted);
  headOf(page).children.push({ name: 'script', attributes: { type: 'module', src: '/floor/hydrate.js' }, children: [] });
  await Promise.all([
    writeFile(join(folder, 'unscripted.html'), unscripted),
    writeFile(join(folder, 'page.json'), JSON.stringify(page)),
    buildScript(folder),
  ]);
  return {
    settings: { FLOOR_SITE: site, FLOOR_FILES: folder },
    unscripted: `${floorUrl}floor/unscripted.html`,
    hydrated: `${floorUrl}floor/hydrated.html`,
  };
}

/** Returns the page without scripts, and without requests for them. */
function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replaceAll(/<link\b[^>]*as="script"[^>]*>/g, '');
}

function headOf(page: HtmlElement): HtmlElement {
  const head = page.children.find((child) => typeof child !== 'string' && child.name === 'head');
  if (head === undefined || typeof head === 'string') throw new Error('createPageFloors: expected a page with a head, got none');
  return head;
}

async function buildScript(folder: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, 'hydrated-page'),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'hydrated-page/hydrate.ts'),
        output: { entryFileNames: 'hydrate.js' },
      },
    },
  });
}
