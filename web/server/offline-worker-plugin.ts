import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Plugin, Rolldown } from 'vite';
import { insertOperations, readPersisted } from './documents/documents-plugin.ts';

/** Modules of the browser's code, by the end of their path: the page that lists offline copies with what is around every page. */
const shellModules = ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/library-offline.tsx'];
/** Those of the pages that are kept. */
const readingModules = ['course', 'book', 'lesson', 'chapter', 'handle'].map((name) => `app/routes/${name}.tsx`);

/** Parts of those pages that work without a connection, however large they are: writing notes and comments, which wait to be sent. */
const writingModules = [
  'app/shared/outbox/outbox.ts',
  'app/shared/outbox/outbox-list.tsx',
  'app/shared/notes/note-panel.tsx',
  'app/shared/discussions/item-discussions.tsx',
  'app/shared/confirm/confirm-dialog.tsx',
];
/** The player, which only copies with videos need. */
const playingModules = ['app/shared/player/player-engine.tsx'];
/** Parts of the page that lists what is kept. */
const listModules = ['app/shared/outbox/outbox.ts', 'app/shared/outbox/outbox-list.tsx', 'app/shared/confirm/confirm-dialog.tsx'];

/** A part that a page loads later is kept, too, unless it's larger than this with everything that it imports: such as the editor. */
const maxLaterBytes = 60_000;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> } };

/**
 * A Vite plugin that builds the worker of the site after the pages, because it lists their files: /service-worker.js, and
 * /offline-note.js, which runs on copies. /offline-files.json has the files that show pages offline, those that play their videos, and the
 * release, which is their hash.
 */
export function offlineWorker(): Plugin {
  let shell: string[] = [];
  let reading: string[] = [];
  let playing: string[] = [];
  return {
    name: 'newline-offline-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        shell = filesOf(bundle, [...shellModules, ...listModules]);
        reading = filesOf(bundle, [...shellModules, ...readingModules, ...writingModules]);
        playing = filesOf(bundle, playingModules).filter((file) => !reading.includes(file));
      },
    },
    buildApp: {
      order: 'post',
      handler: async ({ config: { root } }) => {
        const folder = join(root, 'build/client');
        const tables = (await readdir(join(folder, 'assets')))
          .filter((name) => /^manifest-\w+\.js$/.test(name))
          .map((name) => `/assets/${name}`);
        const [shellFiles, files, videoFiles] = await Promise.all([
          withFonts(folder, [...shell, ...tables]),
          withFonts(folder, [...reading, ...tables]),
          withFonts(folder, playing),
        ]);
        const bundleNamed = (name: string, define: Readonly<Record<string, string>>) =>
          bundleScript(join(root, `app/offline-worker/${name}.ts`), define);
        const note = await bundleNamed('offline-note', {});
        const release = createHash('sha256')
          .update([...files, ...videoFiles].join())
          .update(note)
          .digest('hex')
          .slice(0, 12);
        const worker = await bundleNamed('service-worker', { SHELL_FILES: JSON.stringify(shellFiles), RELEASE: JSON.stringify(release) });
        const written = {
          'offline-files.json': JSON.stringify({ release, files, videoFiles }),
          'offline-note.js': note,
          'service-worker.js': worker,
        };
        for (const [name, text] of Object.entries(written)) await writeFile(join(folder, name), text);
      },
    },
  };
}

/** Bundles a script of its own: without imports, and without modules that pages share. */
async function bundleScript(path: string, define: Readonly<Record<string, string>>): Promise<string> {
  const persisted = await readPersisted();
  const bundle = await rolldown({
    input: path,
    platform: 'browser',
    transform: { define: { ...define, 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'newline-offline-documents',
        transform: {
          filter: { id: /\.ts$/, code: '/* GraphQL */' },
          handler: (code, id) => ({ code: insertOperations(code, id, persisted, true), map: null }),
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false, comments: false });
  await bundle.close();
  const [chunk] = output;
  return chunk.code;
}

/** Returns the URLs of all files that these modules need, and of small parts that they load later. */
function filesOf(bundle: Bundle, modules: readonly string[]): string[] {
  const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one as Chunk] as const] : [])));
  const files = new Set<string>();
  const closure = (name: string, into: Set<string>): Set<string> => {
    if (into.has(name) || files.has(name)) return into;
    into.add(name);
    for (const imported of chunks.get(name)?.imports ?? []) closure(imported, into);
    return into;
  };
  const bytesOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (chunks.get(name)?.code.length ?? 0), 0);
  const waiting: string[] = [];
  const add = (names: Iterable<string>) => {
    for (const name of names) {
      if (files.has(name)) continue;
      files.add(name);
      for (const later of chunks.get(name)?.dynamicImports ?? []) waiting.push(later);
    }
  };
  for (const module of modules) {
    const own = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.split('?', 1)[0]?.endsWith(`/${module}`));
    if (own.length === 0) throw new Error(`newline-offline-worker: expected a file of ${module}, got none`);
    for (const { fileName } of own) add(closure(fileName, new Set()));
  }
  // The first modules' own pages are loaded by the router, so the entry's later parts are the other routes: they aren't followed.
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name) || chunks.get(name)?.facadeModuleId?.includes('/app/routes/') === true) continue;
    const part = closure(name, new Set());
    if (bytesOf(part) <= maxLaterBytes) add(part);
  }
  const styles = [...files].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  return [...new Set([...files, ...styles])].map((name) => `/${name}`).toSorted();
}

/** Adds the fonts that the style sheets among these files use. */
async function withFonts(folder: string, files: readonly string[]): Promise<string[]> {
  const fonts = new Set<string>();
  for (const file of files) {
    if (!file.endsWith('.css')) continue;
    const css = await readFile(join(folder, file), 'utf8');
    for (const [, url = ''] of css.matchAll(/url\(["']?(\/assets\/[^"')]+\.woff2)/gu)) fonts.add(url);
  }
  return [...files, ...[...fonts].toSorted()];
}
