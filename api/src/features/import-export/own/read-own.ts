import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { fromMarkdown } from '@newline/document/markdown';
import { readCaptions } from '../../videos/read-captions.ts';
import { type Folder, FolderError, folderError } from '../folder.ts';
import { createImageFinder } from '../foreign/find-image.ts';
import type { ImportAllowance } from '../import-allowance.ts';
import { type ImportPlan, ImportMessages, ownLink, type PlannedImage } from '../import-plan.ts';
import { mapNodes } from '../map-nodes.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** Whether a folder has our own format. */
export function isOwnFolder(folder: Folder): boolean {
  return folder.has('manifest.json');
}

/** Reads a folder from an export, also if an author changed it or wrote it by hand. */
export async function readOwnFolder(folder: Folder, allowance: ImportAllowance): Promise<ImportPlan> {
  const manifest = readManifest(await allowance.readText(folder, 'manifest.json'));
  checkNames(manifest);
  const messages = new ImportMessages();
  const finder = createImageFinder(folder);
  const mediaByFile = new Map(manifest.media.map((entry) => [entry.file, entry]));
  const base = manifest.slug === null ? null : `/${manifest.kind === 'BOOK' ? 'books' : 'courses'}/${manifest.slug}/`;
  const slugs = new Set(manifest.lessons.map(({ slug }) => slug));
  const slugByFile = new Map(manifest.lessons.map(({ file, slug }) => [posix.normalize(file), slug]));
  const used = new Set<string>(['manifest.json']);

  const lessons: ImportPlan['lessons'][number][] = [];
  for (const lesson of manifest.lessons) {
    const file = posix.normalize(lesson.file);
    if (!folder.has(file)) throw folderError('ARCHIVE_LESSON_FILE_NOT_FOUND', { path: lesson.file });
    used.add(file);
    const read = fromMarkdown(await allowance.readText(folder, file), 'lesson');
    if (!read.ok) {
      const faults = read.errors.slice(0, 3).map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);
      throw folderError('ARCHIVE_LESSON_INVALID', { file, faults: faults.join('; ') });
    }
    const document = mapNodes(read.document, {
      link: (href) => {
        const [path = '', hash] = href.split('#', 2);
        const end = hash === undefined ? '' : `#${hash}`;
        if (base !== null && path.startsWith(base) && slugs.has(path.slice(base.length)))
          return `${ownLink}${path.slice(base.length)}${end}`;
        const slug = /^[^/:][^:]*\.md$/u.test(path) ? slugByFile.get(posix.join(posix.dirname(file), path)) : undefined;
        return slug === undefined ? href : `${ownLink}${slug}${end}`;
      },
      image: (src) => {
        if (/^(?:[a-z][a-z0-9+.-]*:|\/)/iu.test(src)) return src;
        const [, size] = src.split('#', 2);
        const image = finder.find(file, src);
        if ('src' in image) return image.src + (size === undefined ? '' : `#${size}`);
        messages.add(file, null, `The URL of the image ${JSON.stringify(src.slice(0, 120))} stays unchanged: ${image.fault}`);
        return src;
      },
    });
    const { section, id, file: _file, ...facts } = lesson;
    lessons.push({
      ...facts,
      id: id ?? null,
      formerSlug: lesson.slug,
      names: [],
      section: section === null ? null : manifest.sections.indexOf(section),
      document,
      file,
    });
  }

  const images = new Map<string, PlannedImage>();
  for (const [file, { name, bytes }] of finder.foundImages()) {
    used.add(file);
    const exported = mediaByFile.get(file);
    const isSame = exported !== undefined && (await hashOf(folder, file)) === exported.sha256;
    images.set(file, {
      name: exported?.name ?? name,
      bytes,
      exported: isSame ? { key: exported.key, attachmentId: exported.attachmentId, sha256: exported.sha256 } : null,
    });
  }
  for (const { file } of manifest.captions) used.add(file);
  for (const path of folder.paths)
    if (!used.has(path) && !mediaByFile.has(path))
      messages.add(path, null, 'Skipped, because neither manifest.json nor a text refers to it.', 'lost');
  return {
    format: 'newline',
    kind: manifest.kind,
    title: manifest.title,
    slug: manifest.slug,
    details: manifest.details,
    tags: manifest.tags,
    contributors: manifest.contributors,
    sections: manifest.sections,
    lessons,
    images,
    captions: await readAllCaptions(folder, manifest, allowance),
    messages: messages.list(),
  };
}

async function readAllCaptions(folder: Folder, { captions }: Manifest, allowance: ImportAllowance): Promise<ImportPlan['captions']> {
  const planned: ImportPlan['captions'][number][] = [];
  for (const { video, language, file } of captions) {
    const read = folder.has(file) ? readCaptions(await allowance.readText(folder, file)) : null;
    const result = read === null || !('vtt' in read) ? read : { vtt: read.vtt, repairs: read.repairs };
    planned.push({ video, language, file, read: result });
  }
  return planned;
}

type DuplicateReason = 'ARCHIVE_SLUG_TWICE' | 'ARCHIVE_LESSON_FILE_TWICE' | 'ARCHIVE_ID_TWICE' | 'ARCHIVE_SECTION_TWICE';

function checkNames({ lessons, sections }: Manifest): void {
  const refuseTwice = (values: readonly string[], reason: DuplicateReason) => {
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) throw folderError(reason, { value: twice });
  };
  refuseTwice(
    lessons.map(({ slug }) => slug),
    'ARCHIVE_SLUG_TWICE',
  );
  refuseTwice(
    lessons.map(({ file }) => posix.normalize(file)),
    'ARCHIVE_LESSON_FILE_TWICE',
  );
  refuseTwice(
    lessons.flatMap(({ id }) => id ?? []),
    'ARCHIVE_ID_TWICE',
  );
  refuseTwice(sections, 'ARCHIVE_SECTION_TWICE');
  for (const { section, slug } of lessons)
    if (section !== null && !sections.includes(section)) throw folderError('ARCHIVE_SECTION_NOT_FOUND', { slug, section });
}

/** Returns the SHA-256 of a file; null if the archive is damaged where it is, which importing it reports. */
async function hashOf(folder: Folder, file: string): Promise<string | null> {
  try {
    return createHash('sha256')
      .update(await folder.read(file))
      .digest('hex');
  } catch (error) {
    if (error instanceof FolderError) return null;
    throw error;
  }
}
