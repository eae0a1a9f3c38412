import { z } from 'zod';
import { folderError } from '../folder.ts';
import { addressLimits } from '../../../rules/limits/address.ts';
import { itemLimits } from '../../../rules/limits/item.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(addressLimits.slug);
const words = (max: number) => z.string().trim().min(1).max(max);
const path = z.string().min(1).max(400);

const lesson = z.strictObject({
  /** Absent for a new lesson. */
  id: z.uuid().optional(),
  file: path,
  slug,
  title: words(itemLimits.title),
  description: z.string().max(itemLimits.description).nullable().default(null),
  role: z.enum(['INTRODUCTION', 'LESSON', 'CHAPTER', 'CHANGELOG']).default('LESSON'),
  /** One of `sections`. */
  section: words(itemLimits.title).nullable().default(null),
  isFree: z.boolean().default(false),
  isAdvancedPackageLesson: z.boolean().default(false),
  repositoryPathname: z.string().max(itemLimits.repositoryPath).nullable().default(null),
  video: z.string().max(2000).nullable().default(null),
});

/** Content of `manifest.json`: everything of a course or a book except texts and files. docs/import-export.md describes it. */
export const manifestSchema = z.strictObject({
  format: z.literal('newline'),
  version: z.literal(1),
  kind: z.enum(['COURSE', 'BOOK']),
  title: words(itemLimits.title),
  slug: slug.nullable().default(null),
  /** Details by their names in the API. */
  details: z.record(z.string(), z.unknown()).default({}),
  tags: z.array(z.string().max(addressLimits.slug)).max(50).default([]),
  contributors: z
    .array(z.strictObject({ username: z.string().min(1).max(100), title: z.enum(['AUTHOR', 'EDITOR']) }))
    .max(100)
    .default([]),
  sections: z.array(words(itemLimits.title)).max(itemLimits.sections).default([]),
  lessons: z.array(lesson).max(itemLimits.lessons).default([]),
  media: z
    .array(
      z.strictObject({
        file: path,
        key: z.string().regex(/^a\/[a-z2-7]{26}$/),
        attachmentId: z.uuid().nullable(),
        name: z.string().max(300),
        sha256: z.string().length(64),
      }),
    )
    .max(5000)
    .default([]),
  captions: z
    .array(z.strictObject({ video: z.string().max(2000), language: z.string().max(40), file: path, sha256: z.string().length(64) }))
    .max(5000)
    .default([]),
});

/** A manifest that was read. */
export type Manifest = z.infer<typeof manifestSchema>;

const maxCharacters = 10_000_000;
const maxDepth = 20;

/** Whether lists and objects are nested deeper than this. Checks level by level, because recursion into a deep one overflows the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []));
  }
  return false;
}

/** Reads `manifest.json`. Throws a FolderError with the path of the first fault. */
export function readManifest(text: string): Manifest {
  if (text.length > maxCharacters) throw folderError('ARCHIVE_MANIFEST_TOO_LONG', { max: maxCharacters });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    throw folderError('ARCHIVE_MANIFEST_NOT_JSON', { detail: error instanceof Error ? error.message : '' }, { cause: error });
  }
  if (isDeeperThan(json, maxDepth)) throw folderError('ARCHIVE_MANIFEST_TOO_DEEP', { max: maxDepth });
  const version: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'version') : undefined;
  if (typeof version === 'number' && version > 1) throw folderError('ARCHIVE_MANIFEST_VERSION_UNSUPPORTED', { version });
  const read = manifestSchema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw folderError('ARCHIVE_MANIFEST_VALUE_INVALID', { path: issue?.path.join('.') ?? '', detail: issue?.message ?? '' });
}
