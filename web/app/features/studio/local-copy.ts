import type { DocumentNode } from '@newline/document/document-node';
import { readUserData, writeUserData } from '../../shared/browser-storage.ts';

/** Words that were not saved when the page went, as this browser kept them. */
export type LocalCopy = {
  readonly title: string;
  readonly document: DocumentNode;
  /** The version they stand on. */
  readonly baseVersion: number;
  /** When they were kept, in milliseconds. */
  readonly at: number;
};

/** Keeps unsaved words; at once, so that they are there when the page crashes in the next moment. Answers whether it could. */
export function keepCopy(textId: string, copy: LocalCopy): boolean {
  return writeUserData('text', textId, JSON.stringify(copy));
}

/** Forgets what was kept, once it is saved. */
export function dropCopy(textId: string): void {
  writeUserData('text', textId, null);
}

/** What was kept of a text; null when there is nothing, or nothing that can be read. */
export function readCopy(textId: string): LocalCopy | null {
  try {
    const copy: unknown = JSON.parse(readUserData('text', textId) ?? 'null');
    if (typeof copy !== 'object' || copy === null || !('document' in copy) || !('title' in copy)) return null;
    return copy as LocalCopy;
  } catch {
    return null;
  }
}
