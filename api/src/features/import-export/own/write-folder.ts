import type { DocumentNode } from '@newline/document/document-node';
import { toMarkdown } from '@newline/document/markdown';
import { slugOfName } from '../slug-of-name.ts';
import type { Manifest } from './manifest.ts';
import { sha256 } from '@newline/db/sha256';

/** A picture that texts show, with its bytes in full size. */
export type ExportedImage = { readonly key: string; readonly attachmentId: string | null; readonly name: string; readonly bytes: Buffer };

/** A course or a book as it is exported. */
export type ExportedItem = Pick<Manifest, 'kind' | 'title' | 'slug' | 'details' | 'tags' | 'contributors' | 'sections'> & {
  readonly lessons: readonly (Omit<Manifest['lessons'][number], 'file'> & { readonly document: DocumentNode })[];
  readonly images: readonly ExportedImage[];
  readonly captions: readonly { readonly video: string; readonly language: string; readonly vtt: string }[];
};

/** A file of the folder. */
export type WrittenFile = { readonly path: string; readonly bytes: Buffer };

/** Writes the folder of an item: the same item gives the same bytes. */
export function writeFolder(item: ExportedItem): WrittenFile[] {
  const width = String(item.lessons.length).length;
  const fileByKey = new Map(
    item.images.map(({ key, name }) => [
      key,
      `media/${slugOfName(name.replace(/\.[A-Za-z0-9]+$/u, ''), 'picture').slice(0, 40)}-${key.slice(2, 10)}.webp`,
    ]),
  );
  const lessons = item.lessons.map((lesson, index) => ({
    lesson,
    file: `lessons/${String(index + 1).padStart(Math.max(2, width), '0')}-${lesson.slug}.md`,
  }));
  const captions = item.captions.map(({ video, language, vtt }) => ({
    video,
    language,
    vtt,
    file: `captions/${slugOfName(video.replace(/^local:/u, ''), 'video')}-${sha256(Buffer.from(video)).slice(0, 8)}.${slugOfName(language, 'en')}.vtt`,
  }));
  const manifest: Manifest = {
    format: 'newline',
    version: 1,
    kind: item.kind,
    title: item.title,
    slug: item.slug,
    details: item.details,
    tags: item.tags,
    contributors: item.contributors,
    sections: item.sections,
    lessons: lessons.map(({ lesson: { document: _document, ...facts }, file }) => ({ ...facts, file })),
    media: item.images.map(({ key, attachmentId, name, bytes }) => ({
      file: fileByKey.get(key) ?? '',
      key,
      attachmentId,
      name,
      sha256: sha256(bytes),
    })),
    captions: captions.map(({ video, language, vtt, file }) => ({ video, language, file, sha256: sha256(Buffer.from(vtt)) })),
  };
  return [
    { path: 'manifest.json', bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    ...lessons.map(({ lesson, file }) => ({
      path: file,
      bytes: Buffer.from(`${toMarkdown(withFiles(lesson.document, fileByKey), { hasIds: true })}\n`),
    })),
    ...item.images.map(({ key, bytes }) => ({ path: fileByKey.get(key) ?? '', bytes })),
    ...captions.map(({ vtt, file }) => ({ path: file, bytes: Buffer.from(vtt) })),
  ];
}

/** The address of an uploaded picture: its key, and the size when it is another than the usual one. */
export const uploadedImage = /^\/media\/(a\/[a-z2-7]{26})\/([a-z0-9-]+)\.webp$/u;

/** Pictures by the files of the folder, so that other tools show the text with them. */
function withFiles(node: DocumentNode, fileByKey: ReadonlyMap<string, string>): DocumentNode {
  const src = node.type === 'image' ? node.attrs?.['src'] : undefined;
  const [, key = '', size = ''] = typeof src === 'string' ? (uploadedImage.exec(src) ?? []) : [];
  const file = fileByKey.get(key);
  return {
    ...node,
    ...(file === undefined ? {} : { attrs: { ...node.attrs, src: `../${file}${size === '1600' ? '' : `#${size}`}` } }),
    ...(node.content === undefined ? {} : { content: node.content.map((child) => withFiles(child, fileByKey)) }),
  };
}
