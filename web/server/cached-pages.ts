import { createHmac, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentState } from '@newline/api/tags-listener';
import type { CachedPage } from './page-cache.ts';
import type { Slot } from './filled-pages/filled-page.ts';
import { type Representation, type StoredPage, storedBytes } from './stored-page.ts';

/** The number of bytes written at most: the first pages that fit. */
const maxBytes = 2 * 1024 * 1024;
const maxPages = 40;

/** A larger file wasn't written by this site. */
const maxFileBytes = 2 * maxBytes;

/**
 * A page counts as rendered before a scheduled item was published unless it was rendered this much later: the two times may come from
 * different clocks, and rendering takes time.
 */
const afterPublicationMs = 60_000;

const encodings = ['identity', 'gzip', 'brotli'] as const;
const digestBytes = 32;

type Options = {
  /** DATA_DIR/pages. */
  folder: string;
  /** The key that signs the file: files written by others aren't read. */
  secretKey: string;
  /** Everything besides the content that determines the rendering: code and settings. Pages with another value aren't read. */
  madeBy: string;
  /** Called when the pages couldn't be written; the site doesn't need them. */
  onError: (error: unknown) => void;
};

/** The pages on disk, which survive a restart. */
export type CachedPages = {
  /** Reads the pages that are still up to date. Empty when there are none, and for a file that isn't entirely ours. */
  read(state: ContentState): Promise<CachedPage[]>;
  /** Writes pages that are current at that state, replacing the previous ones. Pages for visitors only are left out. */
  write(state: ContentState, pages: readonly CachedPage[]): Promise<void>;
};

type Part = Omit<Representation, 'body'> & { length: number };
type Head = {
  mark: string;
  pages: {
    key: string;
    storedAtMs: number;
    dueAtMs: number | null;
    tags: readonly string[];
    slots: readonly Slot[];
    parts: Record<(typeof encodings)[number], Part>;
  }[];
};

/**
 * Opens the folder of cached pages. They're in one file: the signature of everything after it, the length of the head, the head as JSON,
 * and the bodies in the same order. The signature covers `madeBy`, so it isn't stored.
 */
export function openCachedPages({ folder, secretKey, madeBy, onError }: Options): CachedPages {
  const file = join(folder, 'kept');
  const sign = (bytes: Buffer) => createHmac('sha256', secretKey).update(`newline kept pages 2\n${madeBy}\n`).update(bytes).digest();
  let writing: Promise<void> = Promise.resolve();

  async function writeNow(state: ContentState, pages: readonly CachedPage[]): Promise<void> {
    const bodies: Buffer[] = [];
    const head: Head = { mark: state.mark, pages: [] };
    let bytes = 0;
    for (const { key, page, storedAtMs } of pages) {
      if (page.isForVisitors || bytes + page.sizeBytes > maxBytes || head.pages.length === maxPages) continue;
      bytes += page.sizeBytes;
      const part = ({ body, ...representation }: Representation): Part => ({ ...representation, length: body.length });
      const parts = { identity: part(page.identity), gzip: part(page.gzip), brotli: part(page.brotli) };
      head.pages.push({ key, storedAtMs, dueAtMs: page.dueAtMs, tags: page.tags, slots: page.slots, parts });
      for (const encoding of encodings) bodies.push(page[encoding].body);
    }
    const text = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    const rest = Buffer.concat([length, text, ...bodies]);
    const draft = `${file}.${process.pid}.draft`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      await writeFile(draft, Buffer.concat([sign(rest), rest]), { mode: 0o600 });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      onError(error);
    }
  }

  return {
    async read({ mark, lastPublicationMs }) {
      let bytes: Buffer;
      try {
        bytes = await readFile(file);
      } catch {
        return [];
      }
      if (bytes.length < digestBytes + 4 || bytes.length > maxFileBytes) return [];
      const rest = bytes.subarray(digestBytes);
      if (!timingSafeEqual(sign(rest), bytes.subarray(0, digestBytes))) return [];
      const bodiesAt = 4 + rest.readUInt32BE();
      // Signed by this code, so it has the format that this code writes.
      const head = JSON.parse(rest.subarray(4, bodiesAt).toString()) as Head;
      if (head.mark !== mark) return [];
      return takeApart(head, rest.subarray(bodiesAt)).filter(({ storedAtMs }) => storedAtMs > lastPublicationMs + afterPublicationMs);
    },
    write(state, pages) {
      writing = writing.then(() => writeNow(state, pages));
      return writing;
    },
  };
}

function takeApart(head: Head, bodies: Buffer): CachedPage[] {
  let at = 0;
  return head.pages.map(({ key, storedAtMs, dueAtMs, tags, slots, parts }) => {
    const represent = ({ length, ...rest }: Part): Representation => {
      at += length;
      return { ...rest, body: bodies.subarray(at - length, at) };
    };
    const identity = represent(parts.identity);
    const gzip = represent(parts.gzip);
    const brotli = represent(parts.brotli);
    const sizeBytes = storedBytes({ slots, identity: identity.body, gzip: gzip.body, brotli: brotli.body });
    const page: StoredPage = { identity, gzip, brotli, slots, tags, dueAtMs, isForVisitors: false, sizeBytes };
    return { key, page, storedAtMs };
  });
}
