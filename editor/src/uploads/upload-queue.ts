import type { DocumentNode } from '@newline/document/document-node';
import type { EditorServices, UploadedImage } from '../services.ts';

/** The progress of one upload. */
export interface UploadState {
  readonly fileName: string;
  readonly status: 'waiting' | 'sending' | 'failed';
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** The reason of a failure, as a message for the user; null without one. */
  readonly message: string | null;
  /** A URL of the file in this browser, or null outside one. */
  readonly previewUrl: string | null;
}

interface Entry extends UploadState {
  readonly file: File;
  readonly pasted: DocumentNode | null;
  readonly controller: AbortController;
}

interface Options {
  readonly services: Pick<EditorServices, 'uploadImage' | 'logFailure'>;
  /** Called once when the server has accepted a file, with the image node of a pasted one; the upload is forgotten then. */
  readonly onUploaded: (id: string, image: UploadedImage, pasted: DocumentNode | null) => void;
  /** Called after each change of an unfinished upload. */
  readonly onChange?: (id: string, state: UploadState) => void;
  readonly maxParallel?: number;
}

/** The numbers of an editor's unfinished uploads. */
export interface UploadCounts {
  /** Waiting or being sent. */
  readonly pending: number;
  readonly failed: number;
}

/** The uploads of one editor, by the ID of their placeholder. */
export interface UploadQueue {
  /** Starts an upload; `pasted` is the image node of a pasted one, whose alternative text and caption stay. */
  add(id: string, file: File, pasted?: DocumentNode): void;
  /** Aborts the request and forgets the upload. */
  cancel(id: string): void;
  /** Sends a failed upload again, from the start. */
  retry(id: string): void;
  state(id: string): UploadState | null;
  /** Returns true if the ID ever was an upload of this editor: undo must not restore its placeholder. */
  isKnown(id: string): boolean;
  /** Calls the listener after each change of the upload. Returns a function that stops watching. */
  watch(id: string, listener: () => void): () => void;
  /**
   * Calls the listener with the counts, now and whenever they change; by then the image of a finished upload is in the text. Returns a
   * function that stops watching.
   */
  watchCounts(listener: (counts: UploadCounts) => void): () => void;
  /** Aborts everything. */
  destroy(): void;
}

/** Creates a queue that sends a few files at the same time and the others after them. */
export function createUploadQueue({ services, onUploaded, onChange, maxParallel = 3 }: Options): UploadQueue {
  const entries = new Map<string, Entry>();
  const knownIds = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  const countListeners = new Set<(counts: UploadCounts) => void>();
  let counts: UploadCounts = { pending: 0, failed: 0 };

  const tell = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
    const state = entries.get(id);
    if (state !== undefined) onChange?.(id, state);
    const failed = [...entries.values()].filter(({ status }) => status === 'failed').length;
    const pending = entries.size - failed;
    if (pending === counts.pending && failed === counts.failed) return;
    counts = { pending, failed };
    for (const listener of countListeners) listener(counts);
  };
  const change = (id: string, changes: Partial<UploadState>) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.set(id, { ...entry, ...changes });
    tell(id);
  };
  const forget = (id: string) => {
    const entry = entries.get(id);
    if (entry?.previewUrl) URL.revokeObjectURL(entry.previewUrl);
    entries.delete(id);
    tell(id);
  };

  const send = async (id: string, { file, pasted, controller }: Entry): Promise<void> => {
    const isCurrent = () => entries.get(id)?.controller === controller;
    try {
      const image = await services.uploadImage(file, {
        signal: controller.signal,
        onProgress: ({ sentBytes, totalBytes }) => isCurrent() && change(id, { sentBytes, totalBytes }),
      });
      if (!isCurrent()) return;
      // Inserted first: when nothing is pending anymore, listeners find the image in the text.
      onUploaded(id, image, pasted);
      forget(id);
    } catch (error) {
      if (isCurrent() && !controller.signal.aborted) {
        services.logFailure('image upload', error);
        change(id, { status: 'failed', message: messageOf(error) });
      }
    } finally {
      next();
    }
  };

  const next = () => {
    const sending = [...entries.values()].filter(({ status }) => status === 'sending').length;
    const waiting = [...entries].filter(([, { status }]) => status === 'waiting').slice(0, Math.max(0, maxParallel - sending));
    for (const [id, entry] of waiting) {
      change(id, { status: 'sending' });
      void send(id, entry);
    }
  };

  const add = (id: string, { file, pasted, previewUrl }: Pick<Entry, 'file' | 'pasted' | 'previewUrl'>) => {
    const controller = new AbortController();
    entries.set(id, {
      file,
      pasted,
      controller,
      fileName: file.name,
      status: 'waiting',
      sentBytes: 0,
      totalBytes: file.size,
      message: null,
      previewUrl,
    });
    tell(id);
    next();
  };

  return {
    add: (id, file, pasted) => {
      knownIds.add(id);
      const canPreview = typeof URL.createObjectURL === 'function' && typeof document !== 'undefined';
      add(id, { file, pasted: pasted ?? null, previewUrl: canPreview ? URL.createObjectURL(file) : null });
    },
    cancel: (id) => {
      const entry = entries.get(id);
      if (entry === undefined) return;
      forget(id);
      entry.controller.abort();
      next();
    },
    retry: (id) => {
      const entry = entries.get(id);
      if (entry?.status === 'failed') add(id, entry);
    },
    state: (id) => entries.get(id) ?? null,
    isKnown: (id) => knownIds.has(id),
    watch: (id, listener) => {
      const all = listeners.get(id) ?? new Set();
      listeners.set(id, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(id);
      };
    },
    watchCounts: (listener) => {
      countListeners.add(listener);
      listener(counts);
      return () => countListeners.delete(listener);
    },
    destroy: () => {
      for (const [id, entry] of entries) {
        forget(id);
        entry.controller.abort();
      }
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'The upload failed.';
}
