import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import { archiveFormat, type Manifest, memberPaths } from './manifest.ts';
import { paddingOf, readExtendedHeader, readTarHeader, type TarMember, tarBlockBytes } from './tar.ts';

/** A member of an archive on disk, and the offset of its bytes. */
export type ArchiveMember = TarMember & { offset: number };

const maxExtendedBytes = 65_536;
const maxManifestBytes = 64_000_000;

/** Yields the members of an archive in order, without their bytes. Throws a StartError where the archive is unreadable. */
export async function* archiveMembers(file: string): AsyncGenerator<ArchiveMember> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new StartError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  try {
    const { size } = await handle.stat();
    let extended: Partial<TarMember> = {};
    for (let at = 0; ; ) {
      const block = await readExactly(handle, at, tarBlockBytes, file);
      const header = readHeader(block, file);
      if (header === null) return;
      at += tarBlockBytes;
      if (header.type === 'x') {
        if (header.byteCount > maxExtendedBytes) throw damaged(file, 'a header is too long');
        extended = readExtendedHeader(await readExactly(handle, at, header.byteCount, file));
      } else {
        const member = { path: extended.path ?? header.path, byteCount: extended.byteCount ?? header.byteCount, offset: at };
        extended = {};
        if (header.type !== '0' || !isSafePath(member.path)) throw damaged(file, `it has a member that no backup has, ${member.path}`);
        header.byteCount = member.byteCount;
        if (at + member.byteCount > size) throw damaged(file, 'it is cut off');
        yield member;
      }
      at += header.byteCount + paddingOf(header.byteCount);
    }
  } finally {
    await handle.close();
  }
}

/** Reads the bytes of a member, in chunks. */
export function memberContent(file: string, member: ArchiveMember): AsyncIterable<Buffer> {
  if (member.byteCount === 0) return nothing();
  return createReadStream(file, { start: member.offset, end: member.offset + member.byteCount - 1 });
}

/** Reads all bytes of a small member. */
export async function memberBytes(file: string, member: ArchiveMember): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of memberContent(file, member)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the manifest of an archive. Throws a StartError if there is none, if it was changed, or if a newer release wrote it. */
export async function readManifest(file: string): Promise<Manifest> {
  const members = new Map<string, ArchiveMember>();
  for await (const member of archiveMembers(file)) {
    if (member.path === memberPaths.manifest || member.path === memberPaths.manifestHash) members.set(member.path, member);
  }
  const manifest = members.get(memberPaths.manifest);
  const hash = members.get(memberPaths.manifestHash);
  if (!manifest || !hash || manifest.byteCount > maxManifestBytes || hash.byteCount > 200)
    throw damaged(file, 'it ends without its manifest');
  const bytes = await memberBytes(file, manifest);
  const line = (await memberBytes(file, hash)).toString();
  if (line !== `${createHash('sha256').update(bytes).digest('hex')}  ${memberPaths.manifest}\n`) {
    throw damaged(file, 'its manifest was changed after it was written');
  }
  const parsed: Manifest = JSON.parse(bytes.toString('utf8'));
  if (parsed.format > archiveFormat) {
    throw new StartError(
      `${file} was written by newline ${parsed.newline}, whose backup format this release cannot read. Use that release or a newer one.`,
    );
  }
  return parsed;
}

/** Reads the whole archive and compares all bytes with what was written. Throws a StartError that names the first member that differs. */
export async function verifyArchive(file: string, manifest: Manifest): Promise<void> {
  let lists = 0;
  let lines: string[] = [];
  for await (const member of archiveMembers(file)) {
    if (member.path === memberPaths.manifest || member.path === memberPaths.manifestHash) continue;
    const hash = createHash('sha256');
    for await (const chunk of memberContent(file, member)) hash.update(chunk);
    const digest = hash.digest('hex');
    if (member.path === memberPaths.hashList(lists + 1)) {
      if (manifest.hashLists[lists] !== digest) throw damaged(file, `${member.path} was changed after it was written`);
      compareLines((await memberBytes(file, member)).toString(), lines, file);
      lists += 1;
      lines = [];
    } else lines.push(`${digest}  ${member.path}`);
  }
  if (lists !== manifest.hashLists.length || lines.length > 0) throw damaged(file, 'members are missing');
}

function compareLines(list: string, lines: readonly string[], file: string): void {
  const expected = list.split('\n').slice(0, -1);
  for (let at = 0; at < Math.max(expected.length, lines.length); at += 1) {
    if (expected[at] !== lines[at]) throw damaged(file, `${(expected[at] ?? lines[at] ?? '').slice(66)} was changed after it was written`);
  }
}

function readHeader(block: Buffer, file: string): ReturnType<typeof readTarHeader> {
  try {
    return readTarHeader(block);
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error));
  }
}

async function readExactly(handle: FileHandle, at: number, byteCount: number, file: string): Promise<Buffer> {
  const bytes = Buffer.alloc(byteCount);
  for (let readCount = 0; readCount < byteCount; ) {
    const { bytesRead } = await handle.read(bytes, readCount, byteCount - readCount, at + readCount);
    if (bytesRead === 0) throw damaged(file, 'it is cut off');
    readCount += bytesRead;
  }
  return bytes;
}

/** Returns true for a relative path without `..` or hidden names. */
function isSafePath(path: string): boolean {
  return path.length <= 1000 && path.split('/').every((part) => /^[^.\\\0][^\\\0]*$/.test(part));
}

function damaged(file: string, how: string): StartError {
  return new StartError(`${file} is damaged or not a backup: ${how}. Nothing was changed.`);
}

async function* nothing(): AsyncGenerator<Buffer> {}
