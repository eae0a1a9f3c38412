import { readUserData, writeUserData } from '../browser-storage.ts';
import type { RunFile } from './build-message.ts';

/** What a reader changed in one program. */
export type CodeStore = {
  /** The texts that were saved, by the names of their files; null if nothing was. */
  readonly saved: Readonly<Record<string, string>> | null;
  /** Saves files; null removes what was saved. */
  readonly save: (files: readonly RunFile[] | null) => void;
};

/** Finds what the reader changed in a program in this browser. For a visitor it lasts as long as the tab. */
export function openSavedCode(id: string): CodeStore {
  return {
    saved: readTexts(readUserData('code', id)),
    save: (files) => {
      const texts = files === null ? null : JSON.stringify(Object.fromEntries(files.map(({ name, text }) => [name, text])));
      writeUserData('code', id, texts);
    },
  };
}

function readTexts(json: string | null): Readonly<Record<string, string>> | null {
  try {
    const texts: unknown = JSON.parse(json ?? 'null');
    if (typeof texts !== 'object' || texts === null) return null;
    return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return null;
  }
}
