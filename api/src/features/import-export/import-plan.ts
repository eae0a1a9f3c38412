import type { DocumentNode } from '@newline/document/document-node';
import type { CaptionError, CaptionRepair } from '../../rules/captions/caption-messages.ts';

/** Whether part of the folder is lost, is changed, or the message is only information. */
export type MessageWeight = 'lost' | 'changed' | 'info';

/**
 * A message about something that can't be imported unchanged, or that an author should know. `lines` is empty if it is about the whole
 * file.
 */
export type Notice = {
  readonly file: string;
  readonly lines: readonly number[];
  readonly message: string;
  readonly weight: MessageWeight;
};

/** A lesson or chapter to create. */
export type PlannedLesson = {
  /** Its id at the site that exported it; null for other sources. */
  readonly id: string | null;
  readonly slug: string;
  /** Its slug from before slugs supported other scripts, so that a second import finds what the first one created. */
  readonly formerSlug: string;
  /** Names to derive its slug from, the best first, the last one in Latin letters; empty if it has a slug already. */
  readonly names: readonly string[];
  readonly title: string;
  readonly description: string | null;
  readonly role: 'INTRODUCTION' | 'LESSON' | 'CHAPTER' | 'CHANGELOG';
  /** Index of its section in the item, from 0; null without one. */
  readonly section: number | null;
  readonly isFree: boolean;
  readonly isAdvancedPackageLesson: boolean;
  readonly repositoryPathname: string | null;
  readonly video: string | null;
  /** Normalized. Links to other lessons of the item begin with `ownLink`, images of the folder with `ownImage`. */
  readonly document: DocumentNode;
  /** Its source file. */
  readonly file: string;
};

/** An image of the folder, or of a text that contains it as data. */
export type PlannedImage = {
  readonly name: string;
  /** The image itself, if a text contains it; null for a file of the folder. */
  readonly bytes: Uint8Array | null;
  /** Its key at the site that exported it, if its bytes are unchanged since the export. */
  readonly exported: { readonly key: string; readonly attachmentId: string | null; readonly sha256: string } | null;
};

/** Captions of the folder: as WebVTT, or the errors in them; `read` is null if there is no such file. */
export type PlannedCaptions = {
  readonly video: string;
  readonly language: string;
  readonly file: string;
  readonly read: { readonly vtt: string; readonly repairs: readonly CaptionRepair[] } | readonly CaptionError[] | null;
};

/** What an import will create, before anything is written. */
export type ImportPlan = {
  readonly format: 'newline' | 'mdbook' | 'docusaurus' | 'markdown';
  readonly kind: 'COURSE' | 'BOOK';
  readonly title: string;
  /** Further columns of the item by name; only those that the folder specifies. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly slug: string | null;
  readonly tags: readonly string[];
  readonly contributors: readonly { readonly username: string; readonly title: 'AUTHOR' | 'EDITOR' }[];
  readonly sections: readonly string[];
  readonly lessons: readonly PlannedLesson[];
  /** Images that texts show, by path, with their data from the export. Those in a text itself are below the path of the text. */
  readonly images: ReadonlyMap<string, PlannedImage>;
  readonly captions: readonly PlannedCaptions[];
  readonly messages: readonly Notice[];
};

/** Prefix of links to lessons of the same item: replaced with the item's path once it is known. */
export const ownLink = '/~item/';
/** Prefix of URLs of images in the folder, followed by the encoded path. */
export const ownImage = '/~picture/';

const maxMessages = 5_000;
/** Maximum number of lines in one message. */
const maxLines = 500;

/** Collects messages; equal ones of a file become one, with all their lines. Beyond 5,000, the rest is left out. */
export class ImportMessages {
  readonly #byKey = new Map<string, { file: string; lines: Set<number>; message: string; weight: MessageWeight }>();
  /** Keys of messages that can be replaced by one about lost content, newest last. */
  readonly #lighter: string[] = [];
  #isFull = false;

  add(file: string, line: number | null, message: string, weight: MessageWeight = 'changed'): void {
    const key = `${file}\n${message}`;
    let entry = this.#byKey.get(key);
    if (entry === undefined && this.#byKey.size >= maxMessages && !this.#makeRoom(weight)) return;
    if (entry === undefined) {
      const isLast = !this.#isFull && this.#byKey.size === maxMessages - 1;
      this.#isFull ||= isLast;
      entry = { file, lines: new Set<number>(), message: isLast ? 'There are more messages that aren’t listed.' : message, weight };
      this.#byKey.set(key, entry);
      if (weight !== 'lost' && !isLast) this.#lighter.push(key);
    }
    if (line !== null && entry.lines.size < maxLines) entry.lines.add(line);
  }

  /** If the report is full, a message about lost content replaces a less important one. */
  #makeRoom(weight: MessageWeight): boolean {
    const key = weight === 'lost' ? this.#lighter.pop() : undefined;
    return key !== undefined && this.#byKey.delete(key);
  }

  /** Returns the messages, ordered by file and line. */
  list(): Notice[] {
    return [...this.#byKey.values()]
      .map(({ file, lines, message, weight }) => ({ file, lines: [...lines].toSorted((a, b) => a - b), message, weight }))
      .toSorted((a, b) => (a.file === b.file ? (a.lines[0] ?? 0) - (b.lines[0] ?? 0) : a.file < b.file ? -1 : 1));
  }
}
