import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import { FolderError } from '../../src/features/import-export/folder.ts';
import { archiveProcessLimits, type ArchiveReader, createArchiveReader } from '../../src/features/import-export/read-archives.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { generatedMdBook } from './generated-mdbook.ts';
import { memoryFolder } from './memory-folder.ts';
import type { Files } from './send-folder.ts';

let archiveFolder = '';
let count = 0;
const readers: ArchiveReader[] = [];
beforeAll(async () => {
  archiveFolder = await mkdtemp(join(tmpdir(), 'newline-archives-'));
});
afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.close()));
  await rm(archiveFolder, { recursive: true, force: true });
});

async function packed(files: Files): Promise<string> {
  const path = join(archiveFolder, `${(count += 1)}.zip`);
  const entries = Object.entries(files).map(([name, bytes]) => ({ path: name, bytes: Buffer.from(bytes) }));
  await writeFile(path, zip(entries, new Date(Date.UTC(2026, 10, 21))));
  return path;
}

function readerWith(limits: Partial<Record<keyof typeof archiveProcessLimits, number>> = {}): ArchiveReader {
  const reader = createArchiveReader(limits);
  readers.push(reader);
  return reader;
}

test('an archive is read in another process with the same plan and the same files @STUDIO-01', async () => {
  const files = generatedMdBook();
  const folder = await readerWith().open(await packed(files));
  expect(await folder.readPlan?.()).toEqual(await readPlan(memoryFolder(files)));
  expect(folder.paths).toEqual(memoryFolder(files).paths);
  const image = folder.paths.find((path) => path.endsWith('.png')) ?? '';
  expect(await folder.read(image)).toEqual(Buffer.from(files[image] ?? ''));
  await expect(folder.read('none.md')).rejects.toThrow(FolderError);
});

test.each([
  ['cpuMs', 50, 'got one that takes too much work. Import it in parts.'],
  ['residentMb', 60, 'got one that takes too much memory. Import it in parts.'],
  ['resultBytes', 20_000, 'got one that becomes too much text. Import it in parts.'],
] as const)('an archive beyond %s is refused, and the next one is read @STUDIO-01', async (limit, value, reason) => {
  const reader = readerWith({ [limit]: value });
  const refused = await reader.open(await packed(generatedMdBook())).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FolderError);
  expect(String(refused)).toContain(reason);
  const small = { 'book.toml': '', 'src/SUMMARY.md': '- [C](c.md)\n', 'src/c.md': 'word' };
  const other = limit === 'resultBytes' ? reader : readerWith();
  expect((await (await other.open(await packed(small))).readPlan?.())?.lessons).toHaveLength(1);
});

test('an archive whose process was lost must be sent again, and isn’t blamed @STUDIO-01', async () => {
  const reader = readerWith();
  const path = await packed(generatedMdBook());
  const reading = reader.open(path).catch((error: unknown) => error);
  await reader.close();
  expect(await reading).toMatchObject({
    message: 'Reading the archive was interrupted. Try again in a moment.',
    extensions: { code: 'UNAVAILABLE' },
  });
});
