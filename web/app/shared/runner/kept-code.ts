import { readUserData, storageOwner, subscribeStorageOwner, writeUserData } from '../browser-storage.ts';
import { requestDocument, sendDocument } from '../request-document.ts';
import type { RunFile } from './build-message.ts';
import { KeepCodeDocument, SavedCodeDocument } from './program-documents.ts';

/** The texts of a program's files, by their names. */
export type CodeTexts = Readonly<Record<string, string>>;

/** What a reader changed in one program: kept in their account, or in the tab of a visitor. */
export type CodeStore = {
  /** What was kept; null if nothing was. */
  readonly saved: CodeTexts | null;
  /** Another device's version, which a later change replaced; null if there is none. */
  readonly other: CodeTexts | null;
  /** Keeps files a moment after the last change; null removes what was kept. */
  readonly keep: (files: readonly RunFile[] | null) => void;
  /** Keeps them now: before a run, and when the workbench is closed. */
  readonly flush: () => void;
  /** Keeps another device's version in place of this one, or forgets it. */
  readonly settle: (choice: { readonly use: readonly RunFile[] } | 'forget') => void;
  /** Calls the listener with another device's version when there is another one. */
  readonly watchOther: (listener: (other: CodeTexts | null) => void) => void;
};

/** How long after the last change code is kept. */
const keepMs = 1000;

/** How long a press on Run waits until the page knows who is signed in. Without a connection, it never does. */
const ownerMs = 3000;

/**
 * Finds what the reader kept of a program. What they made as a visitor, or without a connection, is in this browser and moves to their
 * account. If the account can't be reached, they start with what is here.
 *
 * @param subject the text, as the page names it: `lesson:…` or `article:…`
 */
export async function openCodeStore(subject: string, program: string): Promise<CodeStore> {
  const id = `${subject} ${program}`;
  const [kind, textId = ''] = subject.split(':');
  const owner = await findOwner();
  const isMember = owner !== undefined && owner !== 'visitor';
  const local = readUserData('code', id);
  if (!isMember || textId === '' || (kind !== 'lesson' && kind !== 'article')) return openLocalStore(id, local);
  const target = { program, lessonId: kind === 'lesson' ? textId : null, articleId: kind === 'article' ? textId : null };
  try {
    let { keptCode: entry } = await requestDocument(SavedCodeDocument, target);
    if (local !== null) {
      if (local !== entry?.files) entry = (await requestDocument(KeepCodeDocument, { ...target, files: local })).keepCode?.keptCode ?? null;
      writeUserData('code', id, null);
    }
    return openAccountStore(id, target, entry ?? null);
  } catch (error) {
    console.warn('Your version of the code couldn’t be loaded:', error);
    return openLocalStore(id, local);
  }
}

/** Returns whose data this page may read. Run can be pressed before the page knows. */
function findOwner(): Promise<string | undefined> {
  if (storageOwner() !== undefined) return Promise.resolve(storageOwner());
  return new Promise((resolve) => {
    const finish = () => {
      stop();
      clearTimeout(timer);
      resolve(storageOwner());
    };
    const timer = setTimeout(finish, ownerMs);
    const stop = subscribeStorageOwner(finish);
  });
}

function openLocalStore(id: string, local: string | null): CodeStore {
  return {
    saved: readTexts(local),
    other: null,
    keep: (files) => void writeUserData('code', id, writeTexts(files)),
    flush: () => undefined,
    settle: () => undefined,
    watchOther: () => undefined,
  };
}

type Target = { readonly program: string; readonly lessonId: string | null; readonly articleId: string | null };
type Entry = { readonly files?: string | null; readonly version: number; readonly otherFiles?: string | null };

function openAccountStore(id: string, target: Target, entry: Entry | null): CodeStore {
  let base = entry?.version ?? null;
  let hear: (other: CodeTexts | null) => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly files: string | null } | null = null;
  // One after the other, because each change names the version before it.
  let sending: Promise<void> = Promise.resolve();

  const send = (files: string | null, choice: { readonly isSwap?: boolean; readonly dropOther?: boolean } = {}) => {
    sending = sending.then(async () => {
      try {
        const { isSwap = false, dropOther = false } = choice;
        const { keepCode } = await requestDocument(KeepCodeDocument, { ...target, files, base: isSwap ? null : base, dropOther });
        base = keepCode?.keptCode?.version ?? base;
        hear(readTexts(keepCode?.keptCode?.otherFiles));
      } catch (error) {
        console.warn('Your version of the code couldn’t be kept in your account:', error);
        writeUserData('code', id, files);
      }
    });
  };
  const flush = () => {
    clearTimeout(timer);
    if (waiting !== null) send(waiting.files);
    waiting = null;
  };
  addEventListener('pagehide', () => {
    if (waiting !== null) sendDocument(KeepCodeDocument, { ...target, files: waiting.files, base });
    waiting = null;
  });
  let current = entry?.files ?? null;
  return {
    saved: readTexts(entry?.files),
    other: readTexts(entry?.otherFiles),
    keep: (files) => {
      current = writeTexts(files);
      waiting = { files: current };
      clearTimeout(timer);
      timer = setTimeout(flush, keepMs);
      if (files === null) flush();
    },
    flush,
    settle: (choice) => {
      flush();
      if (choice === 'forget') send(current, { dropOther: true });
      else {
        current = writeTexts(choice.use);
        send(current, { isSwap: true });
      }
    },
    watchOther: (listener) => void (hear = listener),
  };
}

function writeTexts(files: readonly RunFile[] | null): string | null {
  return files === null ? null : JSON.stringify(Object.fromEntries(files.map(({ name, text }) => [name, text])));
}

function readTexts(json: string | null | undefined): CodeTexts | null {
  try {
    const texts: unknown = JSON.parse(json ?? 'null');
    if (typeof texts !== 'object' || texts === null) return null;
    return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return null;
  }
}
