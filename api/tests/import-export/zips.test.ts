import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zip, type ZipEntry } from '../../src/features/book-export/zip.ts';
import { type Folder, FolderError } from '../../src/features/import-export/folder.ts';
import { openDirectory } from '../../src/features/import-export/open-directory.ts';
import { openZip } from '../../src/features/import-export/open-zip.ts';

let offsetOfEntry = '';
let count = 0;
beforeAll(async () => {
  offsetOfEntry = await mkdtemp(join(tmpdir(), 'newline-folders-'));
});
afterAll(() => rm(offsetOfEntry, { recursive: true, force: true }));

const at = new Date(Date.UTC(2026, 10, 21));
const entry = (path: string, bytes: string | Buffer = 'x'): ZipEntry => ({ path, bytes: Buffer.from(bytes) });

/** Opens an archive, from entries or unchanged, after applying `change` to its bytes. */
async function open(entries: readonly ZipEntry[] | Buffer, change: (archive: Buffer) => void = () => undefined): Promise<Folder> {
  const archive = Buffer.isBuffer(entries) ? entries : zip(entries, at);
  change(archive);
  count += 1;
  const path = join(offsetOfEntry, `${count}.zip`);
  await writeFile(path, archive);
  return openZip(path);
}

/** Returns where the directory of an archive begins, which is at its end and which readers trust. */
const directoryOf = (archive: Buffer) => archive.readUInt32LE(archive.length - 6);

describe('an archive', () => {
  test('is read, with or without an outer folder; files that operating systems add are left out @STUDIO-01', async () => {
    const folder = await open([entry('book/manifest.json', '{}'), entry('book/a/b.md', 'ä'), entry('book/.DS_Store')]);
    expect(folder.paths).toEqual(['a/b.md', 'manifest.json']);
    expect((await folder.read('a/b.md')).toString()).toBe('ä');
    expect([folder.has('manifest.json'), folder.has('book/manifest.json')]).toEqual([true, false]);
    await expect(folder.read('none')).rejects.toThrow(FolderError);
    await folder.close();
    expect((await open([entry('a.md'), entry('b/c.md')])).paths).toEqual(['a.md', 'b/c.md']);
  });

  test.each([
    ['../evil.md', 'expected a path within the folder, got one outside it.'],
    ['a/../../evil.md', 'expected a path within the folder, got one outside it.'],
    ['a/./b.md', 'expected a path within the folder, got one outside it.'],
    ['/etc/passwd', 'expected a path within the folder, got an absolute one.'],
    ['C:/windows.md', 'expected a path within the folder, got an absolute one.'],
    ['..\\evil.md', 'expected a path without control characters or backslashes.'],
    ['a\u0000.md', 'expected a path without control characters or backslashes.'],
    [`${'a/'.repeat(250)}b.md`, 'expected a path of at most 400 characters, got 504.'],
  ])('with the name %j is refused, even with a good file in it @STUDIO-01', async (name, reason) => {
    await expect(open([entry('good.md'), entry(name)])).rejects.toThrow(reason);
    expect((await open([entry('good.md'), entry('b.md')])).paths).toEqual(['b.md', 'good.md']);
  });

  test('with a symbolic link is refused @STUDIO-01', async () => {
    const withMode = (mode: number) =>
      open([entry('link', '/etc/passwd')], (archive) => archive.writeUInt32LE((mode << 16) >>> 0, directoryOf(archive) + 38));
    await expect(withMode(0o120_777)).rejects.toThrow('"link": expected files and folders, got a symbolic link.');
    expect((await withMode(0o100_644)).paths).toEqual(['link']);
  });

  test('that unpacks to too much is refused before it is unpacked @STUDIO-01', async () => {
    await expect(open([entry('zeros.md', Buffer.alloc(5_000_000))])).rejects.toThrow(
      '"zeros.md": expected a file that expands at most 200 times, got more.',
    );
    await expect(open([entry('huge.md', Buffer.alloc(20_000_001))])).rejects.toThrow(
      '"huge.md": expected at most 20,000,000 bytes, got 20,000,001.',
    );
    const dull = Buffer.from(Array.from({ length: 60_000 }, (_, index) => `line ${index} of an ordinary text\n`).join(''));
    expect((await (await open([entry('dull.md', dull)])).read('dull.md')).equals(dull)).toBe(true);
  });

  test('that is larger than it declares is cut off at the declared size @STUDIO-01', async () => {
    const lying = await open([entry('zeros.md', Buffer.alloc(900_000))], (archive) =>
      archive.writeUInt32LE(1_000, directoryOf(archive) + 24),
    );
    await expect(lying.read('zeros.md')).rejects.toThrow('"zeros.md": the archive is damaged here.');
  });

  test('with too many files, or too many bytes in all, is refused @STUDIO-01', async () => {
    // Uncompressed, because compressing so many files would take most of a minute.
    const files = Array.from({ length: 60_000 }, (_, index) => ({ ...entry(`${index}.md`), isPacked: false }));
    await expect(open(files)).rejects.toThrow('Expected at most 20,000 files, got 60,000.');
    expect((await open(files.slice(0, 20_000))).paths).toHaveLength(20_000);
    const says = (archive: Buffer) => {
      for (
        let offsetOfEntry = directoryOf(archive);
        archive.readUInt32LE(offsetOfEntry) === 0x02014b50;
        offsetOfEntry += 46 + archive.readUInt16LE(offsetOfEntry + 28)
      ) {
        archive.writeUInt32LE(19_000_000, offsetOfEntry + 24);
        archive.writeUInt32LE(1_000_000, offsetOfEntry + 20);
      }
    };
    await expect(
      open(
        Array.from({ length: 30 }, (_, index) => entry(`${index}.md`)),
        says,
      ),
    ).rejects.toThrow('Expected at most 500,000,000 bytes in all, got more.');
  });

  test('with a duplicate name, an unusual encoding, a password, or another compression is refused @STUDIO-01', async () => {
    await expect(open([entry('a.md'), entry('A.md')])).rejects.toThrow('"A.md": it’s in the archive twice.');
    const shape = (offset: number, value: number) => (archive: Buffer) => archive.writeUInt16LE(value, directoryOf(archive) + offset);
    await expect(open([entry('a.md')], (archive) => archive.writeUInt8(0xe4, directoryOf(archive) + 46))).rejects.toThrow(
      'expected a file name in UTF-8, got another encoding.',
    );
    await expect(open([entry('a.md')], shape(8, 1))).rejects.toThrow('"a.md": expected an archive without a password.');
    await expect(open([entry('a.md')], shape(10, 14))).rejects.toThrow('"a.md": expected a file that is stored or deflated.');
    const umlaut = await open([entry('ab.md')], (archive) => Buffer.from('ä').copy(archive, directoryOf(archive) + 46));
    expect(umlaut.paths).toEqual(['ä.md']);
  });

  test('that isn’t a ZIP, or is cut off, is refused @STUDIO-01', async () => {
    for (const bytes of [Buffer.from(''), Buffer.from('no archive'), zip([entry('a.md')], at).subarray(0, 40)])
      await expect(open(bytes)).rejects.toThrow('Expected a ZIP or TAR archive, got something else or a damaged one.');
  });
});

describe('a folder', () => {
  test('is read without files that tools create, and refused with a symbolic link @STUDIO-01', async () => {
    const root = join(offsetOfEntry, 'book');
    await mkdir(join(root, 'src'), { recursive: true });
    await mkdir(join(root, '.git'));
    await writeFile(join(root, 'src/a.md'), 'words');
    await writeFile(join(root, '.git/config'), 'no');
    const folder = await openDirectory(root);
    expect(folder.paths).toEqual(['src/a.md']);
    expect((await folder.read('src/a.md')).toString()).toBe('words');
    // It became a link after it was listed.
    await rm(join(root, 'src/a.md'));
    await symlink('/etc/passwd', join(root, 'src/a.md'));
    await expect(folder.read('src/a.md')).rejects.toThrow(/ELOOP/u);
    await expect(openDirectory(root)).rejects.toThrow('"src/a.md": expected files and folders, got a symbolic link.');
  });
});
