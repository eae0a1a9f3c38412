import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Run after the build: lays a .br and a .gz beside every text file, so that no request waits for compression.
const textual = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
const folder = new URL('../build/client/', import.meta.url).pathname;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

for (const file of await readdir(folder, { recursive: true })) {
  if (!textual.has(extname(file))) continue;
  const bytes = await readFile(join(folder, file));
  if (bytes.length < 512) continue;
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    compressGzip(bytes, { level: 9 }),
  ]);
  await writeFile(join(folder, `${file}.br`), brotli);
  await writeFile(join(folder, `${file}.gz`), gzipped);
}
