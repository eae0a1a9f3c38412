import { describe, expect, test } from 'vitest';
import { startsLikeVideo } from '../app/shared/video-field/starts-like-video.ts';

const packets = (length: number, before: number) => {
  const bytes = new Uint8Array(3 * length);
  for (let index = 0; index < 3; index += 1) bytes[index * length + before] = 0x47;
  return bytes;
};

describe('a file is a video by its first bytes @STUDIO-01', () => {
  test.each<[string, BlobPart]>([
    ['MP4', '\0\0\0\u0018ftypmp42'],
    ['MOV', '\0\0\0\u0014ftypqt  '],
    ['MOV without a brand', '\0\0\0\u0008wide\0\0\0\0mdat'],
    ['WebM and MKV', new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1])],
    ['AVI', 'RIFF\0\0\0\0AVI LIST'],
    ['MPEG-TS', packets(188, 0)],
    ['MPEG-TS of a camera', packets(192, 4)],
    ['Ogg', 'OggS\0\u0002'],
  ])('%s', async (_name, bytes) => {
    expect(await startsLikeVideo(new Blob([bytes]))).toBe(true);
  });

  test.each<[string, BlobPart]>([
    ['text', 'Dear reader'],
    ['nothing', ''],
    ['a picture of a phone', '\0\0\0\u0018ftypheic'],
    ['a sound file', 'RIFF\0\0\0\0WAVEfmt '],
    ['a PDF', '%PDF-1.7'],
    ['an archive', 'PK\u0003\u0004'],
    ['a word with a G', 'Go on reading'],
  ])('not %s', async (_name, bytes) => {
    expect(await startsLikeVideo(new Blob([bytes]))).toBe(false);
  });
});
