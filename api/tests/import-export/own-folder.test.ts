import { createHash } from 'node:crypto';
import { readContent } from '@newline/db/demo/read-content';
import { readDocument } from '@newline/db/demo/read-document';
import type { DocumentNode } from '@newline/document/document-node';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalized } from '../../../document/tests/builders.ts';
import { lessonDocuments } from '../../../document/tests/generated-documents.ts';
import { propertyRuns } from '../../../document/tests/property-runs.ts';
import { type ExportedItem, writeFolder } from '../../src/features/import-export/own/write-folder.ts';
import { mapNodes, imageOf } from '../../src/features/import-export/map-nodes.ts';
import { ImportAllowance } from '../../src/features/import-export/import-allowance.ts';
import { readOwnFolder } from '../../src/features/import-export/own/read-own.ts';
import { ownLink } from '../../src/features/import-export/import-plan.ts';
import { onePixel } from './generated-mdbook.ts';
import { memoryFolder } from './memory-folder.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

const key = `a/${'k'.repeat(26)}`;
const attachmentId = '0190aaaa-0000-7000-8000-000000000001';
const lampImage = { key, attachmentId, name: 'A lamp.png', bytes: onePixel };

const item = (documents: readonly DocumentNode[], more: Partial<ExportedItem> = {}): ExportedItem => ({
  kind: 'BOOK',
  title: 'Lamps',
  slug: 'lamps',
  details: { subtitle: 'All of them', faq: [{ question: 'Why?', answer: 'Light.' }] },
  tags: ['rust'],
  contributors: [{ username: 'ada', title: 'AUTHOR' }],
  sections: ['Oil', 'Gas'],
  lessons: documents.map((document, index) => ({
    id: `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`,
    slug: `lesson-${index}`,
    title: `Lesson ${index}`,
    description: null,
    role: 'CHAPTER',
    section: index % 2 === 0 ? 'Oil' : 'Gas',
    isFree: index === 0,
    isAdvancedPackageLesson: false,
    repositoryPathname: null,
    video: null,
    document,
  })),
  images: [lampImage],
  captions: [{ video: 'local:lamp-one', language: 'en', vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nLight.\n' }],
  ...more,
});

const folderOf = (exported: ExportedItem) =>
  memoryFolder(Object.fromEntries(writeFolder(exported).map(({ path, bytes }) => [path, bytes])));

/** Returns a document of a plan with the URLs that it had at the original site. */
const asItWas = (document: DocumentNode) =>
  mapNodes(document, {
    link: (href) => (href.startsWith(ownLink) ? `/books/lamps/${href.slice(ownLink.length)}` : href),
    image: (src) => (imageOf(src) === null ? src : `/media/${key}/${imageOf(src)?.size ?? ''}.webp`),
  });

/** Tags in any order, and captions of several videos in several languages with any text. */
const tagLists = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9]{0,8}(?:-[a-z0-9]{1,5})?$/), { maxLength: 6 });
const captionLists = fc.uniqueArray(
  fc.record({
    video: fc.constantFrom('local:lamp-one', 'local:Lamp-one', 'local:lamp_one', 'local:other'),
    language: fc.constantFrom('en', 'de', 'pt-BR', 'zh-Hant'),
    vtt: fc.string({ unit: 'grapheme', maxLength: 60 }).map((caption) => `WEBVTT\n\n00:00.000 --> 00:01.000\n${caption}\n`),
  }),
  { maxLength: 5, selector: ({ video, language }) => `${video} ${language}` },
);

const image = (size: number): DocumentNode => ({ type: 'image', attrs: { src: `/media/${key}/${size}.webp`, alt: 'Lamp', attachmentId } });
const linked: DocumentNode = {
  type: 'paragraph',
  content: [{ type: 'text', text: 'next', marks: [{ type: 'link', attrs: { href: '/books/lamps/lesson-1#oil' } }] }],
};

describe('exporting and importing again', () => {
  test('returns the same documents, order, details and files, for any documents @STUDIO-01', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lessonDocuments, { minLength: 1, maxLength: 4 }),
        tagLists,
        captionLists,
        async (generated, slugs, captions) => {
          const documents = generated.map((document) =>
            normalized({ ...document, content: [...(document.content ?? []), image(1600), image(960), linked] }),
          );
          const exported = item(documents, { tags: slugs, captions });
          const files = writeFolder(exported);
          const folder = folderOf(exported);
          const plan = await readOwnFolder(folder, new ImportAllowance());
          const readBack = plan.captions.map(async ({ video, language, file }) => ({
            video,
            language,
            vtt: (await folder.read(file)).toString(),
          }));
          expect(await Promise.all(readBack)).toEqual(captions);
          expect(plan.lessons.map(({ document }) => asItWas(document))).toEqual(documents);
          expect(
            plan.lessons.map(({ document: _document, file: _file, names: _names, formerSlug: _formerSlug, ...facts }) => facts),
          ).toEqual(
            exported.lessons.map(({ document: _document, section, ...facts }) => ({
              ...facts,
              section: exported.sections.indexOf(section ?? ''),
            })),
          );
          const { kind, title, slug, details, tags, contributors, sections } = plan;
          expect({ kind, title, slug, details, tags, contributors, sections }).toEqual({
            kind: exported.kind,
            title: exported.title,
            slug: exported.slug,
            details: exported.details,
            tags: exported.tags,
            contributors: exported.contributors,
            sections: exported.sections,
          });
          expect([...plan.images.values()]).toEqual([
            {
              name: 'A lamp.png',
              bytes: null,
              exported: { key, attachmentId, sha256: createHash('sha256').update(onePixel).digest('hex') },
            },
          ]);
          // Generated documents show images that don't exist.
          expect(plan.messages.filter(({ message }) => !message.startsWith('The URL of the image'))).toEqual([]);
          // The manifest describes each file.
          const manifest = JSON.parse(files[0]?.bytes.toString() ?? '') as {
            media: { file: string; sha256: string }[];
            captions: { file: string; sha256: string }[];
          };
          for (const { file, sha256 } of [...manifest.media, ...manifest.captions]) {
            const match = files.find(({ path }) => path === file);
            expect(
              createHash('sha256')
                .update(match?.bytes ?? '')
                .digest('hex'),
            ).toBe(sha256);
          }
        },
      ),
      propertyRuns(60),
    );
  });

  test('returns every course and book of the demo @STUDIO-01', async () => {
    const { items } = readContent();
    expect(items.length).toBeGreaterThan(20);
    for (const { kind, slug, lessons } of items) {
      const documents = lessons.map(({ body, file }) => readDocument(body, 'lesson', file));
      const exported = item(documents, { kind: kind === 'book' ? 'BOOK' : 'COURSE', slug });
      const plan = await readOwnFolder(folderOf(exported), new ImportAllowance());
      const base = `/${kind}s/${slug}/`;
      const back = plan.lessons.map(({ document }) =>
        mapNodes(document, {
          link: (href) => (href.startsWith(ownLink) ? base + href.slice(ownLink.length) : href),
          image: (src) => src,
        }),
      );
      expect(back).toEqual(documents);
    }
  });

  test('writes the same bytes for the same item', () => {
    const documents = [normalized({ type: 'doc', content: [image(1600)] })];
    expect(writeFolder(item(documents))).toEqual(writeFolder(item(documents)));
  });
});

describe('a folder that an author wrote', () => {
  const manifest = (lessons: object[], more: object = {}) =>
    JSON.stringify({ format: 'newline', version: 1, kind: 'COURSE', title: 'T', lessons, ...more });
  const read = (files: Record<string, string | Buffer>) => readOwnFolder(memoryFolder(files), new ImportAllowance());

  test('can name lessons without ids, link between files and show images @STUDIO-01', async () => {
    const plan = await read({
      'manifest.json': manifest([
        { file: 'a.md', slug: 'a', title: 'A' },
        { file: 'sub/b.md', slug: 'b', title: 'B' },
      ]),
      'a.md': '[b](sub/b.md#x) ![P](p.png) ![No](no.png)',
      'sub/b.md': '[a](../a.md)',
      'p.png': onePixel,
      'left.txt': 'x',
    });
    expect(JSON.stringify(plan.lessons.map(({ document }) => document))).toMatch(/\/~item\/b#x.*\/~picture\/p\.png.*\/~item\/a"/u);
    expect(plan.lessons.map(({ id, role }) => [id, role])).toEqual([
      [null, 'LESSON'],
      [null, 'LESSON'],
    ]);
    expect([...plan.images]).toEqual([['p.png', { name: 'p.png', exported: null, bytes: null }]]);
    expect(plan.messages.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'a.md: The URL of the image "no.png" stays unchanged: there is no such file.',
      'left.txt: Skipped, because neither manifest.json nor a text refers to it.',
    ]);
  });

  test('with other bytes than its manifest has a new image @STUDIO-01', async () => {
    const exported = item([normalized({ type: 'doc', content: [image(1600)] })]);
    const files = Object.fromEntries(
      writeFolder(exported).map(({ path, bytes }) => [path, path.endsWith('.webp') ? Buffer.from('other') : bytes]),
    );
    expect([...(await read(files)).images.values()]).toEqual([{ name: 'A lamp.png', exported: null, bytes: null }]);
  });

  test.each([
    ['{', 'manifest.json: expected JSON.'],
    ['{"format":"newline","version":2}', 'manifest.json: this site reads version 1 of the format, the folder has version 2.'],
    [manifest([], { extra: 1 }), 'manifest.json: '],
    [manifest([{ file: 'a.md', slug: 'A!', title: 'A' }]), 'manifest.json: lessons.0.slug'],
    [manifest([{ file: 'none.md', slug: 'a', title: 'A' }]), '"none.md": there is no such file.'],
    [
      manifest([
        { file: 'a.md', slug: 'a', title: 'A' },
        { file: 'b.md', slug: 'a', title: 'A' },
      ]),
      'the slug "a" occurs twice.',
    ],
    [manifest([{ file: 'a.md', slug: 'a', title: 'A', section: 'S' }]), 'lesson "a": expected one of the sections, got "S".'],
    [manifest([{ file: '../../etc/passwd', slug: 'a', title: 'A' }]), '"../../etc/passwd": there is no such file.'],
  ])('is refused with its mistake: %s @STUDIO-01', async (text, reason) => {
    await expect(read({ 'manifest.json': text, 'a.md': 'a', 'b.md': 'b' })).rejects.toThrow(reason);
  });
});
