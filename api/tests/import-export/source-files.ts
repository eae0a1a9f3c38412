import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onePixel } from './generated-mdbook.ts';

/** The folder with the sources of all tools. */
export const sourcesDirectory = join(import.meta.dirname, 'sources');

/** The sources by file name. */
export const sourceNames: readonly string[] = readdirSync(sourcesDirectory).filter((name) => name.endsWith('.txt'));

/** Reads the files of a source: each begins with a line `@@@ path`; images have one pixel. */
export function filesOf(name: string): Record<string, string | Buffer> {
  const parts = readFileSync(join(sourcesDirectory, name), 'utf8').split(/^@@@ /mu).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const end = part.indexOf('\n');
      const path = part.slice(0, end);
      return [path, path.endsWith('.png') ? onePixel : part.slice(end + 1)];
    }),
  );
}
