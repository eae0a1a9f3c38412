import { createHmac, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentState } from '@newline/api/tags-listener';
import type { CachedPage } from './page-cache.ts';
import type { Representation, StoredPage } from './stored-page.ts';

/** What is written: the first pages of so many bytes. */
const maxBytes = 2 * 1024 * 1024;
const maxPages = 40;

/** A file larger than this was not written by us. */
const maxFileBytes = 2 * maxBytes;

/**
 * A page counts as made before an item appeared by the clock unless it was made this much later: the two instants may come from two
 * clocks, and making it takes its time.
 */
const afterPublicationMs = 60_000;

const encodings = ['identity', 'gzip', 'brotli'] as const;
const digestBytes = 32;

type Options = {
  /** DATA_DIR/pages. */
  folder: string;
  /** Signs the file: what others wrote is not read. */
  secretKey: string;
  /** Everything beside the content that decides what a page looks like: the code, the settings. Pages of another are not read. */
  madeBy: string;
  /** Told why the pages could not be written; the site does not need them. */
  onError: (error: unknown) => void;
};

/** The pages on the disk, from one start to the next. */
export type CachedPages = {
  /** The pages that still show what is there. Empty when there are none, and for every file that is not wholly ours. */
  read(state: ContentState): Promise<CachedPage[]>;
  /** Writes these, which are what is shown at that state, in place of those of before. One that is for visitors only is left out. */
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
    parts: Record<(typeof encodings)[number], Part>;
  }[];
};

/**
 * Opens the folder of kept pages.
 *
 * They are in one file: the signature of what follows, the length of the head, the head as JSON, and the bodies in its order. The
 * signature covers who made them, so that it need not be written down.
 */
export function openCachedPages({ folder, secretKey, madeBy, onError }: Options): CachedPages {
  const file = join(folder, 'kept');
  const sign = (bytes: Buffer) => createHmac('sha256', secretKey).update(`newline kept pages 1\n${madeBy}\n`).update(bytes).digest();
  let writing: Promise<void> = Promise.resolve();

  async function writeNow(state: ContentState, pages: readonly CachedPage[]): Promise<void> {
    const bodies: Buffer[] = [];
    const head: Head = { mark: state.mark, pages: [] };
    let bytes = 0;
    for (const { key, page, storedAtMs } of pages) {
      if (page.isForVisitors || bytes + page.sizeBytes > maxBytes || head.pages.length === maxPages) continue;
      bytes += page.sizeBytes;
      const part = ({ body, ...rest }: Representation): Part => ({ ...rest, length: body.length });
      const parts = { identity: part(page.identity), gzip: part(page.gzip), brotli: part(page.brotli) };
      head.pages.push({ key, storedAtMs, dueAtMs: page.dueAtMs, tags: page.tags, parts });
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
      // Signed by this code: it has the form that this code writes.
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
  return head.pages.map(({ key, storedAtMs, dueAtMs, tags, parts }) => {
    const represent = ({ length, ...rest }: Part): Representation => {
      at += length;
      return { ...rest, body: bodies.subarray(at - length, at) };
    };
    const identity = represent(parts.identity);
    const gzip = represent(parts.gzip);
    const brotli = represent(parts.brotli);
    const sizeBytes = identity.body.length + gzip.body.length + brotli.body.length + 2048;
    const page: StoredPage = { identity, gzip, brotli, tags, dueAtMs, isForVisitors: false, sizeBytes };
    return { key, page, storedAtMs };
  });
}
