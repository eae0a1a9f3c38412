/** Brands of an ISO file that aren't videos: images of HEIF and AVIF. */
const imageBrands = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'avif', 'avis']);
/** The first boxes of files from QuickTime and cameras that have no brand. */
const firstBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** The length of a packet of MPEG-TS, and the bytes before each in the files of cameras. */
const packet = 188;
const timecode = 4;

/** Returns true if the first bytes of a file are those of MP4, MOV, WebM, MKV, AVI, MPEG-TS or Ogg, whatever its name and type. */
export async function startsLikeVideo(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 2 * (packet + timecode)).arrayBuffer());
  const wordAt = (from: number) => new TextDecoder('latin1').decode(bytes.subarray(from, from + 4));
  if (wordAt(4) === 'ftyp') return !imageBrands.has(wordAt(8));
  if (firstBoxes.has(wordAt(4)) || wordAt(0) === '\u001aE\u00df\u00a3' || wordAt(0) === 'OggS') return true;
  if (wordAt(0) === 'RIFF') return wordAt(8) === 'AVI ';
  return [0, timecode].some((before) => bytes[before] === 0x47 && bytes[before + packet + before] === 0x47);
}
