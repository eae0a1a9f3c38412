import { EpubCheck } from '@likecoin/epubcheck-ts';
import type { BookContent } from '@newline/api/features/book-export/book-content';
import { makeEpub } from '@newline/api/features/book-export/make-epub';
import type { DocumentNode } from '@newline/document/document-node';
import { describe, expect, test } from 'vitest';
import { ImportAllowance } from '../../src/features/import-export/import-allowance.ts';
import { type ImportPlan, ownLink } from '../../src/features/import-export/import-plan.ts';
import { imageOf, mapNodes } from '../../src/features/import-export/map-nodes.ts';
import { readOwnFolder } from '../../src/features/import-export/own/read-own.ts';
import { writeFolder } from '../../src/features/import-export/own/write-folder.ts';
import { readPlan } from '../../src/features/import-export/read-plan.ts';
import { onePixel } from './generated-mdbook.ts';
import { memoryFolder } from './memory-folder.ts';
import { filesOf, sourceNames } from './source-files.ts';

// What an import creates, exported and imported again, and as an e-book.
const permalink = '/books/lamps';
const isFull = process.env['NEWLINE_TEST_FULL'] === '1';

/** The files of a source; in the full run each of its texts is as long as a chapter of a book. */
function longFilesOf(name: string): Record<string, string | Buffer> {
  const files = filesOf(name);
  if (!isFull) return files;
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => {
      if (typeof content !== 'string' || !/\.(?:md|mdx|qmd)$/u.test(path) || /(?:summary|_sidebar)\.md$/iu.test(path))
        return [path, content];
      const [, head = '', body = ''] = /^((?:---\n[\s\S]*?\n---\n|\+\+\+\n[\s\S]*?\n\+\+\+\n)?)([\s\S]*)$/u.exec(content) ?? [];
      return [path, `${head}${Array.from({ length: 20 }, () => body).join('\n\n')}`];
    }),
  );
}

/** Gives each image of a plan the key that it would have on a site. */
function keysOf(plan: ImportPlan): ReadonlyMap<string, string> {
  const suffixOf = (number: number) => String.fromCodePoint(97 + Math.floor(number / 26), 97 + (number % 26));
  return new Map([...plan.images.keys()].map((file, index) => [file, `a/${suffixOf(index).repeat(13)}`]));
}

/** Returns the text of a lesson as a site stores it. */
function storedText(document: DocumentNode, keys: ReadonlyMap<string, string>): DocumentNode {
  return mapNodes(document, {
    link: (href) => (href.startsWith(ownLink) ? `${permalink}/${href.slice(ownLink.length)}` : href),
    image: (src) => {
      const image = imageOf(src);
      return image === null ? src : `/media/${keys.get(image.file) ?? ''}/${image.size}.webp`;
    },
  });
}

describe('what an import creates @STUDIO-01 @BRING-01', () => {
  test.each(sourceNames)('from %s is the same after an export and another import', async (name) => {
    const plan = await readPlan(memoryFolder(longFilesOf(name)));
    const keys = keysOf(plan);
    const documents = plan.lessons.map(({ document }) => storedText(document, keys));
    const files = writeFolder({
      kind: plan.kind,
      title: plan.title,
      slug: 'lamps',
      details: {},
      tags: [],
      contributors: [],
      sections: [...plan.sections],
      lessons: plan.lessons.map(({ slug, title, description, role, section, isFree }, index) => ({
        id: `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`,
        slug,
        title,
        description,
        role,
        section: section === null ? null : (plan.sections[section] ?? null),
        isFree,
        isAdvancedPackageLesson: false,
        repositoryPathname: null,
        video: null,
        document: documents[index] ?? { type: 'doc' },
      })),
      images: [...keys].map(([file, key]) => ({ key, attachmentId: null, name: file.split('/').at(-1) ?? file, bytes: onePixel })),
      captions: [],
    });
    const folder = memoryFolder(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])));
    const again = await readOwnFolder(folder, new ImportAllowance());
    const keyByFile = new Map([...again.images].map(([file, { exported }]) => [file, exported?.key ?? '']));
    expect(again.lessons.map(({ document }) => storedText(document, keyByFile))).toEqual(documents);
    const factsOf = ({ slug, title, section }: ImportPlan['lessons'][number]) => [slug, title, section];
    expect(again.lessons.map(factsOf)).toEqual(plan.lessons.map(factsOf));
    expect(again.messages).toEqual([]);
  });

  test.each(sourceNames)('from %s is a valid EPUB', async (name) => {
    const plan = await readPlan(memoryFolder(longFilesOf(name)));
    const keys = keysOf(plan);
    const book: BookContent = {
      id: '0190aaaa-0000-7000-8000-000000000001',
      slug: 'lamps',
      title: plan.title,
      subtitle: null,
      summary: null,
      language: 'en',
      permalink,
      authors: ['Ada'],
      posterImageUrl: null,
      revisedAt: new Date('2026-01-02T03:04:05Z'),
      isWhole: true,
      chapters: plan.lessons.map(({ slug, title, section, document }, index) => ({
        slug,
        title,
        number: index + 1,
        sectionTitle: section === null ? null : (plan.sections[section] ?? null),
        permalink: `${permalink}/${slug}`,
        document: storedText(document, keys),
        renderings: null,
        isCut: false,
      })),
    };
    const site = { name: 'newline', publicUrl: 'https://newline.example' };
    const epub = await makeEpub(book, site, () => Promise.resolve({ bytes: onePixel, type: 'image/png' }));
    const { messages } = await EpubCheck.validate(epub, {}, 'book.epub');
    const faults = messages.filter(({ severity }) => severity !== 'usage');
    expect(faults.map(({ id, message, location }) => `${id} ${message} ${location?.path}`)).toEqual([]);
  });
});
