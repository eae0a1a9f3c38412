import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const textual = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smaller files gain nothing. */
const minBytes = 512;

/**
 * Vite plugin: after the build, lays a .br and a .gz beside every text file, so that no request waits for compression, and writes down
 * which files there are, so that no start looks for them.
 */
export function compressAssets(): Plugin {
  return {
    name: 'newline-compress-assets',
    apply: 'build',
    buildApp: {
      order: 'post',
      handler: async (builder) => {
        const folder = join(builder.config.root, 'build/client');
        await compressFolder(folder);
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
        await writeFile(`${folder}.json`, JSON.stringify(files.map((file) => file.replaceAll('\\', '/')).toSorted()));
      },
    },
  };
}

async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(files.filter((file) => textual.has(extname(file))).map((file) => compressFile(join(folder, file))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    compressGzip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
