import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Manifest, memberPaths } from './manifest.ts';
import { paddingOf, tarEnd, tarHeader } from './tar.ts';
import { sha256 } from '../sha256.ts';

/** Writes an archive member by member, with constant memory. */
export type ArchiveWriter = {
  /** Adds a member from bytes in memory. */
  add(path: string, bytes: Buffer): Promise<void>;
  /** Adds a member of a known size. If `content` has more or fewer bytes, fills up the member and throws a ChangedSizeError. */
  addStream(path: string, byteCount: number, content: AsyncIterable<Buffer>): Promise<void>;
  /** Writes the manifest, flushes everything to disk and gives the archive its final name. */
  finish(manifest: Omit<Manifest, 'hashLists'>): Promise<{ byteCount: number }>;
  /** Removes the archive, unless it's finished. */
  abandon(): Promise<void>;
};

/** Thrown when a file's size changed between two reads, because it is being written. */
export class ChangedSizeError extends Error {}

/** The number of members that share a list of hashes, which limits the memory of readers. */
const membersPerList = 500;

/** Starts an archive. It gets its final name only when it's complete; until then it's a file next to it that only its owner can read. */
export async function createArchiveWriter(file: string): Promise<ArchiveWriter> {
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w', 0o600);
  const startedAt = new Date();
  const hashLists: string[] = [];
  let lines: string[] = [];
  let byteCount = 0;
  let isFinished = false;

  const write = async (bytes: Buffer) => {
    await writeWhole(handle, bytes);
    byteCount += bytes.length;
  };
  const writeMember = async (path: string, bytes: Buffer) => {
    await write(tarHeader({ path, byteCount: bytes.length }, startedAt));
    await write(bytes);
    await write(Buffer.alloc(paddingOf(bytes.length)));
  };
  const flushList = async () => {
    if (lines.length === 0) return;
    const list = Buffer.from(lines.join(''));
    lines = [];
    hashLists.push(sha256(list));
    await writeMember(memberPaths.hashList(hashLists.length), list);
  };
  const note = async (hash: string, path: string) => {
    lines.push(`${hash}  ${path}\n`);
    if (lines.length === membersPerList) await flushList();
  };

  return {
    async add(path, bytes) {
      await writeMember(path, bytes);
      await note(sha256(bytes), path);
    },
    async addStream(path, expected, content) {
      const hash = createHash('sha256');
      let byteCountSoFar = 0;
      const take = async (bytes: Buffer) => {
        hash.update(bytes);
        await write(bytes);
      };
      await write(tarHeader({ path, byteCount: expected }, startedAt));
      for await (const chunk of content) {
        const room = Math.max(expected - byteCountSoFar, 0);
        byteCountSoFar += chunk.length;
        await take(chunk.length > room ? chunk.subarray(0, room) : chunk);
        if (byteCountSoFar > expected) break;
      }
      for (let missing = expected - byteCountSoFar; missing > 0; missing -= 65_536) await take(Buffer.alloc(Math.min(missing, 65_536)));
      await write(Buffer.alloc(paddingOf(expected)));
      await note(hash.digest('hex'), path);
      if (byteCountSoFar !== expected)
        throw new ChangedSizeError(`${path}: expected ${expected} bytes, got ${byteCountSoFar > expected ? 'more' : byteCountSoFar}`);
    },
    async finish(manifest) {
      await flushList();
      const text = Buffer.from(`${JSON.stringify({ ...manifest, hashLists }, null, 2)}\n`);
      await writeMember(memberPaths.manifest, text);
      await writeMember(memberPaths.manifestHash, Buffer.from(`${sha256(text)}  ${memberPaths.manifest}\n`));
      await write(tarEnd);
      await handle.sync();
      await handle.close();
      await rename(unfinished, file);
      isFinished = true;
      const folder = await open(dirname(file));
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
      return { byteCount };
    },
    async abandon() {
      if (isFinished) return;
      await handle.close().catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
}

async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) written += (await handle.write(bytes, written)).bytesWritten;
}
