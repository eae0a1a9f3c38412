import { execFile as execute } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zip, type ZipEntry } from '../../src/features/book-export/zip.ts';
import { type Folder, FolderError } from '../../src/features/import-export/folder.ts';
import { openDirectory } from '../../src/features/import-export/open-directory.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { openZip } from '../../src/features/import-export/open-zip.ts';

const execFile = promisify(execute);

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

/** Returns the files of an archive, and those that are left out with their reasons. */
async function leftOutOf(entries: readonly ZipEntry[], change?: (archive: Buffer) => void) {
  const { paths, leftOut } = await open(entries, change);
  return { paths, leftOut: [...leftOut].map(([path, { message }]) => [path, message]) };
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
  ])('with the name %j is read without it @STUDIO-01', async (name, reason) => {
    expect(await leftOutOf([entry('good.md'), entry(name)])).toEqual({
      paths: ['good.md'],
      leftOut: [[name.replace('\u0000', '\uFFFD').slice(0, 120), expect.stringContaining(reason)]],
    });
  });

  test('with a symbolic link is read without following it @STUDIO-01', async () => {
    const withMode = (mode: number) =>
      leftOutOf([entry('link', '/etc/passwd'), entry('good.md')], (archive) =>
        archive.writeUInt32LE((mode << 16) >>> 0, directoryOf(archive) + 38),
      );
    expect(await withMode(0o120_777)).toEqual({
      paths: ['good.md'],
      leftOut: [['link', '"link": expected files and folders, got a symbolic link.']],
    });
    expect(await withMode(0o100_644)).toEqual({ paths: ['good.md', 'link'], leftOut: [] });
  });

  test('is read without a file that unpacks to too much, which is never unpacked @STUDIO-01', async () => {
    expect(await leftOutOf([entry('zeros.md', Buffer.alloc(5_000_000)), entry('huge.md', Buffer.alloc(20_000_001))])).toEqual({
      paths: [],
      leftOut: [
        ['zeros.md', '"zeros.md": expected a file that expands at most 200 times, got more.'],
        ['huge.md', expect.stringMatching(/^"huge.md": expected /u)],
      ],
    });
    const large = await leftOutOf([{ ...entry('huge.md', Buffer.alloc(20_000_001)), isPacked: false }]);
    expect(large.leftOut).toEqual([['huge.md', '"huge.md": expected at most 20,000,000 bytes, got 20,000,001.']]);
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

  test('is read without a duplicate name, an unusual encoding, a password, or another compression @STUDIO-01', async () => {
    const good = entry('z.md');
    expect(await leftOutOf([entry('a.md'), entry('A.md')])).toEqual({
      paths: ['a.md'],
      leftOut: [['A.md', '"A.md": it’s in the archive twice.']],
    });
    const shape = (offset: number, value: number) => (archive: Buffer) => archive.writeUInt16LE(value, directoryOf(archive) + offset);
    const changes: [(archive: Buffer) => void, string, string][] = [
      [(archive) => archive.writeUInt8(0xe4, directoryOf(archive) + 46), 'ä.md', 'expected a file name in UTF-8, got another encoding.'],
      [shape(8, 1), 'a.md', '"a.md": expected an archive without a password.'],
      [shape(10, 14), 'a.md', '"a.md": expected a file that is stored or deflated.'],
    ];
    for (const [change, path, reason] of changes)
      expect(await leftOutOf([entry('a.md'), good], change)).toEqual({
        paths: ['z.md'],
        leftOut: [[path, expect.stringContaining(reason)]],
      });
    const umlaut = await open([entry('ab.md')], (archive) => Buffer.from('ä').copy(archive, directoryOf(archive) + 46));
    expect(umlaut.paths).toEqual(['ä.md']);
  });

  test('that isn’t a ZIP, or is cut off, is refused @STUDIO-01', async () => {
    for (const bytes of [Buffer.from(''), Buffer.from('no archive'), zip([entry('a.md')], at).subarray(0, 40)])
      await expect(open(bytes)).rejects.toThrow('Expected a ZIP or TAR archive, got something else or a damaged one.');
  });
});

describe('a folder', () => {
  test('is read without files that tools create, and without links and devices @STUDIO-01', async () => {
    const root = join(offsetOfEntry, 'book');
    await mkdir(join(root, 'src'), { recursive: true });
    await mkdir(join(root, '.git'));
    await writeFile(join(root, 'src/a.md'), 'words');
    await writeFile(join(root, '.git/config'), 'no');
    const folder = await openDirectory(root);
    expect([folder.paths, folder.leftOut.size]).toEqual([['src/a.md'], 0]);
    expect((await folder.read('src/a.md')).toString()).toBe('words');
    // It became a link after it was listed.
    await rm(join(root, 'src/a.md'));
    await symlink('/etc/passwd', join(root, 'src/a.md'));
    await expect(folder.read('src/a.md')).rejects.toThrow(/ELOOP/u);

    await symlink('/etc', join(root, 'linked'));
    await writeFile(join(root, 'src/b.md'), 'more');
    await writeFile(join(root, 'huge.md'), '');
    await truncate(join(root, 'huge.md'), 20_000_001);
    await writeFile(Buffer.concat([Buffer.from(join(root, 'b')), Buffer.from([0xe4])]), 'x');
    await execFile('mkfifo', [join(root, 'pipe')]);
    const rest = await openDirectory(root);
    expect(rest.paths).toEqual(['src/b.md']);
    expect(Object.fromEntries([...rest.leftOut].map(([path, { reason }]) => [path, reason]))).toEqual({
      'src/a.md': 'ARCHIVE_LINK_UNSUPPORTED',
      linked: 'ARCHIVE_LINK_UNSUPPORTED',
      'huge.md': 'ARCHIVE_FILE_TOO_LARGE',
      'b\uFFFD': 'ARCHIVE_FILE_NAME_ENCODING_INVALID',
      pipe: 'ARCHIVE_FILE_KIND_UNSUPPORTED',
    });
    expect(
      (await readPlan(rest)).messages.filter(({ weight }) => weight === 'lost').map(({ file, message }) => `${file}: ${message}`),
    ).toEqual([
      'b\uFFFD: Left out, because its name isn’t UTF-8. Rename it, and import again.',
      'huge.md: Left out, because it has more than 20 MB.',
      'linked: Left out, because it’s a link to another file. Links aren’t followed.',
      'pipe: Left out, because it’s neither a file nor a folder.',
      'src/a.md: Left out, because it’s a link to another file. Links aren’t followed.',
    ]);
  });

  test('is read without the files and folders that this user may not read @STUDIO-01', async () => {
    const root = join(offsetOfEntry, 'locked');
    await mkdir(join(root, 'folder'), { recursive: true });
    await writeFile(join(root, 'good.md'), 'words');
    await writeFile(join(root, 'secret.md'), 'words', { mode: 0o000 });
    await chmod(join(root, 'folder'), 0o000);
    await chmod(offsetOfEntry, 0o755);
    // The owner of everything may read it anyway.
    const isSuperuser = process.geteuid?.() === 0;
    if (isSuperuser) process.seteuid?.(65_534);
    try {
      const folder = await openDirectory(root);
      expect(folder.paths).toEqual(['good.md']);
      expect(Object.fromEntries([...folder.leftOut].map(([path, { reason }]) => [path, reason]))).toEqual({
        folder: 'ARCHIVE_FILE_UNREADABLE',
        'secret.md': 'ARCHIVE_FILE_UNREADABLE',
      });
    } finally {
      if (isSuperuser) process.seteuid?.(0);
    }
  });
});

test('a folder whose only texts are left out is refused with the reason, and one bad text leaves out its lesson @STUDIO-01', async () => {
  const damaged = (archive: Buffer) => archive.writeUInt32LE(1, directoryOf(archive) + 24);
  await expect(readPlan(await open([entry('a\\b.md')]))).rejects.toThrow('"a\\\\b.md": expected a path without');
  const plan = await readPlan(await open([entry('a.md', 'words'), entry('b.md', '# B\n\n![Lamp](c.png)'), entry('../c.png')], damaged));
  expect(plan.lessons.map(({ title }) => title)).toEqual(['B']);
  expect(plan.messages.filter(({ weight }) => weight === 'lost').map(({ file, message }) => `${file}: ${message}`)).toEqual([
    '../c.png: Left out, because its path leads out of the folder.',
    expect.stringContaining('b.md: '),
    'a.md: Left out, because the archive is damaged here.',
  ]);
});
