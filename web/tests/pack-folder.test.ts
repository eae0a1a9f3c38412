import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTar } from '../../api/src/features/import-export/open-tar.ts';
import { archiveOf, type ChosenArchive } from '../app/features/studio-import-export/chosen-archive.ts';

const file = (path: string, text = '# Words\n') => ({ path, file: new File([text], path.slice(path.lastIndexOf('/') + 1)) });

/** Returns the files of a packed folder, as the server reads them. */
async function unpacked({ file: archive }: ChosenArchive): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'pack-folder-'));
  try {
    const path = join(directory, 'archive.tar');
    await writeFile(path, Buffer.from(await archive.arrayBuffer()));
    const folder = await openTar(path, false);
    const entries = await Promise.all(folder.paths.map(async (name) => [name, String(await folder.read(name))] as const));
    await folder.close();
    return Object.fromEntries(entries);
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe('a folder is imported without packing it first @STUDIO-01', () => {
  test('its files arrive with their paths: long ones, and in any script', async () => {
    // 90 to 120 bytes: the paths around the length that a header holds, and lengths with two and three digits.
    const long = Array.from({ length: 30 }, (_, index) => `${'n'.repeat(90 - 'guide/'.length - 3 + index)}.md`);
    const names = ['index.md', '水/お湯.md', ...long];
    const chosen = archiveOf([...names.map((name) => file(`guide/${name}`, `# ${name}\n`)), file('guide/empty.md', '')]);
    if (typeof chosen === 'string') throw new Error(chosen);
    expect([chosen.name, chosen.count, chosen.file.name]).toEqual(['guide', names.length + 1, 'guide.tar']);
    expect(await unpacked(chosen)).toEqual({ ...Object.fromEntries(names.map((name) => [name, `# ${name}\n`])), 'empty.md': '' });
  });

  test('what tools put into it is left out', async () => {
    const chosen = archiveOf([file('a/.git/HEAD'), file('a/node_modules/b/readme.md'), file('a/b.md'), file('a/.vitepress/config.js')]);
    expect(typeof chosen === 'string' ? chosen : Object.keys(await unpacked(chosen))).toEqual(['.vitepress/config.js', 'b.md']);
  });

  test('so are single texts, while an archive stays as it is', async () => {
    const single = archiveOf([file('notes.md', '# Notes\n')]);
    if (typeof single === 'string') throw new Error(single);
    expect([single.name, await unpacked(single)]).toEqual(['notes.md', { 'notes.md': '# Notes\n' }]);
    const archive = file('book.tar.gz');
    expect(archiveOf([archive])).toEqual({ file: archive.file, name: 'book.tar.gz', count: null });
  });

  test.each([
    [[], 'This folder is empty. Choose a folder with Markdown files.'],
    [[file('a/photo.png')], 'There are no Markdown files or notebooks to import here.'],
    [[file('a.docx')], 'a.docx can’t be imported. Choose a folder, a ZIP or TAR archive, a Markdown file or a notebook.'],
  ])('what can’t be imported is refused before it is sent', (files, reason) => {
    expect(archiveOf(files)).toBe(reason);
  });

  test('so is what is too large', () => {
    const large = (path: string) => {
      const { file: small } = file(path);
      return { path, file: Object.defineProperty(small, 'size', { value: 200_000_001 }) };
    };
    expect(archiveOf([large('a.zip')])).toBe('This archive is larger than 200 MB. Leave out what isn’t text or images.');
  });
});
