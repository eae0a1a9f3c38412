import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import { folderLimits, type FolderReason } from '../../src/features/import-export/folder.ts';
import { openArchive } from '../../src/features/import-export/open-archive.ts';

let directory = '';
let count = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'newline-tars-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

type TarEntry = { readonly name: string; readonly bytes?: Buffer | string; readonly kind?: string; readonly size?: number };

/** Writes one entry of a TAR archive: the header with its sum, and the padded content. */
function tarEntry({ name, bytes = 'x', kind = '0', size }: TarEntry): Buffer {
  const content = Buffer.from(bytes);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${(size ?? content.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(kind, 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** Returns bytes that a compressed archive can't make much smaller. */
const dull = (length: number) => Buffer.from(Array.from({ length }, (_none, index) => (index * index * 31 + (index >> 3)) % 251));

const tar = (entries: readonly TarEntry[]) => Buffer.concat([...entries.map(tarEntry), Buffer.alloc(1024)]);

async function open(archive: Buffer) {
  count += 1;
  const path = join(directory, String(count));
  await writeFile(path, archive);
  return openArchive(path);
}

test.each([
  ['compressed', (archive: Buffer) => gzipSync(archive)],
  ['plain', (archive: Buffer) => archive],
])('a %s TAR archive is read, with or without an outer folder @STUDIO-01', async (_name, pack) => {
  const long = `${'long/'.repeat(30)}name.md`;
  const folder = await open(
    pack(
      tar([
        { name: './book/', kind: '5', bytes: '' },
        { name: './book/a/b.md', bytes: 'ä' },
        { name: './book/.DS_Store' },
        { name: './book/._b.md' },
        { name: 'pax', kind: 'x', bytes: `180 path=book/${long}\n` },
        { name: 'cut.md', bytes: 'long' },
        { name: './book/empty.md', bytes: '' },
      ]),
    ),
  );
  expect(folder.paths).toEqual(['a/b.md', 'empty.md', long]);
  expect((await folder.read('a/b.md')).toString()).toBe('ä');
  expect((await folder.read(long)).toString()).toBe('long');
  expect((await folder.read('empty.md')).length).toBe(0);
  await expect(folder.read('none')).rejects.toThrow('none');
  await folder.close();
});

test('a ZIP archive is still one @STUDIO-01', async () => {
  const folder = await open(zip([{ path: 'a.md', bytes: Buffer.from('x') }], new Date(Date.UTC(2026, 10, 21))));
  expect(folder.paths).toEqual(['a.md']);
  await folder.close();
});

const rawName = (name: Buffer) => {
  const archive = tar([{ name: 'a'.repeat(name.length) }]);
  name.copy(archive);
  // The sum counts the name.
  const sum = archive.subarray(0, 512).reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive.subarray(0, 1024);
};

test.each<[string, Buffer, string, FolderReason]>([
  ['leaves the folder', tarEntry({ name: '../evil.md' }), '../evil.md', 'ARCHIVE_PATH_OUTSIDE'],
  ['is absolute', tarEntry({ name: '/etc/passwd' }), '/etc/passwd', 'ARCHIVE_PATH_ABSOLUTE'],
  ['has a backslash', tarEntry({ name: 'b\\a.md' }), 'b\\a.md', 'ARCHIVE_PATH_CHARACTERS_INVALID'],
  ['is a symbolic link', tarEntry({ name: 'a.md', kind: '2', bytes: '' }), 'a.md', 'ARCHIVE_LINK_UNSUPPORTED'],
  ['is a symbolic link with a size', tarEntry({ name: 'a.md', kind: '2', bytes: '', size: 900 }), 'a.md', 'ARCHIVE_LINK_UNSUPPORTED'],
  [
    'is a symbolic link to a long path',
    Buffer.concat([tarEntry({ name: 'long', kind: 'K', bytes: 'long/'.repeat(40) }), tarEntry({ name: 'a.md', kind: '2', bytes: '' })]),
    'a.md',
    'ARCHIVE_LINK_UNSUPPORTED',
  ],
  ['is a hard link', tarEntry({ name: 'a.md', kind: '1', bytes: '' }), 'a.md', 'ARCHIVE_LINK_UNSUPPORTED'],
  ['is a device', tarEntry({ name: 'a.md', kind: '3', bytes: '' }), 'a.md', 'ARCHIVE_FILE_KIND_UNSUPPORTED'],
  ['is of an unknown kind', tarEntry({ name: 'a.md', kind: 'S', bytes: 'x'.repeat(600) }), 'a.md', 'ARCHIVE_FILE_KIND_UNSUPPORTED'],
  ['is there twice', tarEntry({ name: 'First.md' }), 'First.md', 'ARCHIVE_FILE_TWICE'],
  ['is too large', tarEntry({ name: 'a.md', bytes: dull(20_000_001) }), 'a.md', 'ARCHIVE_FILE_TOO_LARGE'],
  ['isn’t named in UTF-8', rawName(Buffer.from([0xe4, 0x62])), 'äb', 'ARCHIVE_FILE_NAME_ENCODING_INVALID'],
])('an entry that %s is left out; the others are read @STUDIO-01', async (_name, bad, path, reason) => {
  const archive = Buffer.concat([tarEntry({ name: 'first.md' }), bad, tarEntry({ name: 'last.md', bytes: 'words' }), Buffer.alloc(1024)]);
  for (const packed of [archive, gzipSync(archive)]) {
    const folder = await open(packed);
    expect(folder.paths).toEqual(['first.md', 'last.md']);
    expect((await folder.read('last.md')).toString()).toBe('words');
    expect([...folder.leftOut].map(([each, error]) => [each, error.reason])).toEqual([[path, reason]]);
    await expect(folder.read(path)).rejects.toThrow(/no such file/u);
  }
});

test('entries that are left out count as files @STUDIO-01', async () => {
  const links = Array.from({ length: folderLimits.files + 1 }, (_none, index) => ({ name: `${index}.md`, kind: '2', bytes: '' }));
  await expect(open(gzipSync(tar(links), { level: 1 }))).rejects.toThrow(/20,000 files/u);
});

test('an archive that is damaged or grows too much is refused @STUDIO-01', async () => {
  await expect(open(tar([{ name: 'a.md', size: 5000 }]).subarray(0, 1024))).rejects.toThrow(/ZIP or TAR archive/u);
  await expect(open(tar([{ name: 'a.md', size: 20_000_001 }]))).rejects.toThrow(/ZIP or TAR archive/u);
  const packed = gzipSync(tar([{ name: 'a.md', bytes: 'words'.repeat(1000) }]));
  await expect(open(packed.subarray(0, packed.length - 20))).rejects.toThrow(/ZIP or TAR archive/u);
  const changed = tar([{ name: 'a.md' }]);
  changed.write('b', 0);
  await expect(open(changed)).rejects.toThrow(/ZIP or TAR archive/u);
  await expect(open(gzipSync(Buffer.from('no archive')))).rejects.toThrow(/ZIP or TAR archive/u);
  await expect(open(gzipSync(tar([{ name: 'a.md', bytes: Buffer.alloc(9_000_000) }])))).rejects.toThrow(/200/u);
});

test('a TAR archive with too many files is refused @STUDIO-01', async () => {
  // An entry of an empty file is only its header.
  const names = Array.from({ length: folderLimits.files + 1 }, (_none, index) => ({ name: `${index}.md`, bytes: '' }));
  await expect(open(gzipSync(tar(names), { level: 1 }))).rejects.toThrow(/20,000 files/u);
});
