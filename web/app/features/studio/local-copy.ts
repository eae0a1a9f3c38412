import type { DocumentNode } from '@newline/document/document-node';
import { readUserData, writeUserData } from '../../shared/browser-storage.ts';

/** Text that wasn't saved when the page was closed, as this browser stored it. */
export type LocalCopy = {
  readonly title: string;
  readonly document: DocumentNode;
  /** The version it's based on. */
  readonly baseVersion: number;
  /** When it was stored, in milliseconds. */
  readonly at: number;
};

/** Stores unsaved text synchronously, in case the page crashes. Returns whether it could be stored. */
export function storeCopy(textId: string, copy: LocalCopy): boolean {
  return writeUserData('text', textId, JSON.stringify(copy));
}

/** Removes the stored text once it's saved. */
export function dropCopy(textId: string): void {
  writeUserData('text', textId, null);
}

/** Reads the stored copy of a text; null when there is none, or it's invalid. */
export function readCopy(textId: string): LocalCopy | null {
  try {
    const copy: unknown = JSON.parse(readUserData('text', textId) ?? 'null');
    if (typeof copy !== 'object' || copy === null || !('document' in copy) || !('title' in copy)) return null;
    return copy as LocalCopy;
  } catch {
    return null;
  }
}
