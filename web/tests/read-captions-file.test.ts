import { expect, test } from 'vitest';
import { readCaptionsFile } from '../app/shared/video-field/read-captions-file.ts';

const file = (...bytes: number[]) => new Blob([new Uint8Array(bytes)]);

test('a captions file is decoded in its own encoding @STUDIO-01', async () => {
  expect(await readCaptionsFile(new Blob(['\uFEFFé 中']))).toBe('é 中');
  expect(await readCaptionsFile(file(0xff, 0xfe, 0xe9, 0x00))).toBe('é');
  expect(await readCaptionsFile(file(0xfe, 0xff, 0x00, 0xe9))).toBe('é');
  // The Windows encoding of Western languages, in which é isn't valid UTF-8.
  expect(await readCaptionsFile(file(0x63, 0x61, 0x66, 0xe9, 0x92))).toBe('café’');
});

test('a file that is too large for captions isn’t read @STUDIO-01', async () => {
  expect(await readCaptionsFile(new Blob([new Uint8Array(2_000_001)]))).toBeNull();
});
