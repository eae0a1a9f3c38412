import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zip } from '../../src/features/book-export/zip.ts';
import { folderLimits } from '../../src/features/import-export/folder.ts';
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

test.each<[string, Buffer, RegExp]>([
  ['leaves the folder', tar([{ name: '../evil.md' }]), /one outside it/u],
  ['is absolute', tar([{ name: '/etc/passwd' }]), /an absolute one/u],
  ['is a symbolic link', tar([{ name: 'a.md', kind: '2', bytes: '' }]), /link/u],
  ['is a hard link', tar([{ name: 'a.md', kind: '1', bytes: '' }]), /link/u],
  ['is a device', tar([{ name: 'a.md', kind: '3', bytes: '' }]), /a\.md/u],
  ['is there twice', tar([{ name: 'a.md' }, { name: 'A.md' }]), /A\.md/u],
  ['is cut off', tar([{ name: 'a.md', size: 5000 }]).subarray(0, 1024), /ZIP or TAR archive/u],
  ['is too large', tar([{ name: 'a.md', size: 20_000_001 }]), /a\.md/u],
])('an entry that %s is refused @STUDIO-01', async (_name, archive, refusal) => {
  await expect(open(gzipSync(archive))).rejects.toThrow(refusal);
  await expect(open(archive)).rejects.toThrow(refusal);
});

test('an archive that is damaged or grows too much is refused @STUDIO-01', async () => {
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
