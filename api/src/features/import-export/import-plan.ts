import type { DocumentNode } from '@newline/document/document-node';
import type { CaptionError } from '../videos/read-captions.ts';

/** Something that is not carried as it was, or that an author should know; `lines` is empty where it is about the whole file. */
export type Notice = { readonly file: string; readonly lines: readonly number[]; readonly message: string };

/** A lesson or a chapter that will be made. */
export type PlannedLesson = {
  /** Its id at the site it was exported from; null for what comes from elsewhere. */
  readonly id: string | null;
  readonly slug: string;
  /** The slug that an import gave it before slugs kept letters of other scripts: a second import finds what the first one made. */
  readonly formerSlug: string;
  /** What its slug is made of, the best first, the last one of Latin letters; empty for one that has a slug already. */
  readonly names: readonly string[];
  readonly title: string;
  readonly description: string | null;
  readonly role: 'INTRODUCTION' | 'LESSON' | 'CHAPTER' | 'CHANGELOG';
  /** Place of its section among those of the item, from 0; null for none. */
  readonly section: number | null;
  readonly isFree: boolean;
  readonly isAdvancedPackageLesson: boolean;
  readonly repositoryPathname: string | null;
  readonly video: string | null;
  /** Normalised. Links to other lessons of the item begin with `ownLink`, pictures of the folder with `ownImage`. */
  readonly document: DocumentNode;
  /** The file it comes from. */
  readonly file: string;
};

/** A picture of the folder. */
export type PlannedImage = {
  readonly name: string;
  /** What the site it was exported from called it, while its bytes are those that were exported. */
  readonly exported: { readonly key: string; readonly attachmentId: string | null; readonly sha256: string } | null;
};

/** Captions of the folder: as WebVTT, or the mistakes in them; `read` is null where there is no such file. */
export type PlannedCaptions = {
  readonly video: string;
  readonly language: string;
  readonly file: string;
  readonly read: { readonly vtt: string } | readonly CaptionError[] | null;
};

/** What an import will make, before anything is written. */
export type ImportPlan = {
  readonly format: 'newline' | 'mdbook' | 'docusaurus';
  readonly kind: 'COURSE' | 'BOOK';
  readonly title: string;
  /** Further columns of the item by their names; only what the folder says. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly slug: string | null;
  readonly tags: readonly string[];
  readonly contributors: readonly { readonly username: string; readonly title: 'AUTHOR' | 'EDITOR' }[];
  readonly sections: readonly string[];
  readonly lessons: readonly PlannedLesson[];
  /** Pictures of the folder that texts show, by path, with what an export said of them. */
  readonly images: ReadonlyMap<string, PlannedImage>;
  readonly captions: readonly PlannedCaptions[];
  readonly messages: readonly Notice[];
};

/** Begins a link to a lesson of the same item: the path of the item takes its place when it is known. */
export const ownLink = '/~item/';
/** Begins the address of a picture of the folder: the path that follows is encoded. */
export const ownImage = '/~picture/';

const maxMessages = 5_000;
/** Lines that one notice names. */
const maxLines = 500;

/** Collects notices; equal ones of a file are one, with their lines. Beyond 5,000 the rest is left out. */
export class Notifications {
  readonly #byKey = new Map<string, { file: string; lines: Set<number>; message: string }>();

  add(file: string, line: number | null, message: string): void {
    const key = `${file}\n${message}`;
    let known = this.#byKey.get(key);
    if (known === undefined && this.#byKey.size >= maxMessages) return;
    if (known === undefined) {
      const isLast = this.#byKey.size === maxMessages - 1;
      known = { file, lines: new Set<number>(), message: isLast ? 'There are more notices, which are left out.' : message };
      this.#byKey.set(key, known);
    }
    if (line !== null && known.lines.size < maxLines) known.lines.add(line);
  }

  /** In the order of files and lines. */
  list(): Notice[] {
    return [...this.#byKey.values()]
      .map(({ file, lines, message }) => ({ file, lines: [...lines].toSorted((a, b) => a - b), message }))
      .toSorted((a, b) => (a.file === b.file ? (a.lines[0] ?? 0) - (b.lines[0] ?? 0) : a.file < b.file ? -1 : 1));
  }
}
