/** Files that may be chosen as captions, for the `accept` of an input. */
export const captionsFileTypes = '.vtt,.srt,.sbv,.ass,.ssa,.ttml,.dfxp,.xml,.json,.json3,text/vtt,application/ttml+xml';

/** Maximum size of a file. The limit of 400,000 characters takes fewer bytes in every encoding. */
const maxBytes = 2_000_000;

/**
 * Reads a captions file as text: UTF-8, UTF-16 with a byte order mark, otherwise the Windows encoding of Western languages, in which many
 * SubRip files are. Null if it is too large for captions.
 */
export async function readCaptionsFile(file: Blob): Promise<string | null> {
  if (file.size > maxBytes) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
