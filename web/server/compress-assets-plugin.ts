import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const textual = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.wasm', '.data']);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smaller files don't benefit. */
const minBytes = 512;
/** Larger files would take a minute at the highest quality. */
const maxSlowBytes = 4 * 1024 * 1024;

/**
 * A Vite plugin that creates a .br and a .gz file for every text file after the build, so that no request waits for compression, and writes
 * a list of all files, so that a start doesn't have to search for them.
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
  const quality = bytes.length > maxSlowBytes ? 9 : 11;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    compressGzip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
