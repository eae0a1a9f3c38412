import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * Returns the bytes, gzipped, that a browser fetches before an author can type: the editor's chunk and its static imports, without React.
 */
export async function weighEditor(): Promise<number> {
  const built = await build({
    root: join(import.meta.dirname, 'editor-pages'),
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: { editor: '@newline/editor/article-editor.tsx' },
        preserveEntrySignatures: 'strict',
        external: /^react(?:-dom)?(?:\/|$)/,
      },
    },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((result) => ('output' in result ? result.output : []));
  const byName = new Map(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : [])));
  const counted = new Set<string>();
  const waiting = [...byName.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = byName.get(name);
    if (chunk === undefined || counted.has(name)) continue;
    counted.add(name);
    waiting.push(...chunk.imports);
  }
  return [...counted].reduce((total, name) => total + gzipSync(byName.get(name)?.code ?? '').length, 0);
}
