/** A file of a chosen folder: its path begins with the folder's name. */
export type FolderFile = { readonly path: string; readonly file: File };

const blockBytes = 512;
/** The longest path in a header itself, in bytes. */
const pathBytes = 100;
const encoder = new TextEncoder();

/**
 * Packs files into an uncompressed TAR archive. It refers to the files, so even a large folder isn't copied into memory.
 *
 * @param name the name of the folder
 */
export function packFolder(name: string, files: readonly FolderFile[]): File {
  const parts = files.flatMap(({ path, file }) => {
    const pathInBytes = encoder.encode(path);
    const header = headerOf(pathInBytes.slice(0, pathBytes), file.size, '0');
    const long = pathInBytes.length > pathBytes ? longPath(path) : [];
    return [...long, header, file, padding(file.size)];
  });
  return new File([...parts, new Uint8Array(2 * blockBytes)], `${name}.tar`, { type: 'application/x-tar' });
}

/** Returns the extended header with a path that is too long for the usual one. */
function longPath(path: string): BlobPart[] {
  const rest = encoder.encode(` path=${path}\n`).length;
  // The length counts its own digits.
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length += 1;
  const record = encoder.encode(`${length} path=${path}\n`);
  return [headerOf(encoder.encode('path'), record.length, 'x'), record, padding(record.length)];
}

function headerOf(path: Uint8Array, size: number, kind: '0' | 'x'): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(blockBytes);
  const write = (text: string, at: number) => block.set(encoder.encode(text), at);
  block.set(path, 0);
  write('0000644\0', 100);
  write('0000000\0', 108);
  write('0000000\0', 116);
  write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  write('00000000000\0', 136);
  // The sum counts its own field as spaces.
  write('        ', 148);
  write(kind, 156);
  write('ustar\u000000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function padding(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((blockBytes - (size % blockBytes)) % blockBytes);
}
