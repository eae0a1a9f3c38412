import { expect, test } from 'vitest';
import { encodeImage, ImageRefused } from '../../src/features/attachments/encode-image.ts';
import { createImageEncoder } from '../../src/features/attachments/image-encoder.ts';
import { movingGif, photograph, square } from './test-images.ts';

/** Returns why a file is rejected; null if it isn't. */
const faultOf = (file: Buffer) =>
  encodeImage(file).then(
    () => null,
    (error: unknown) => (error instanceof ImageRefused ? error.fault : Promise.reject(error)),
  );

test('a file that isn’t an accepted image has its own reason, with parameters @API-02', async () => {
  const image = await photograph(64, 48);
  const jpeg = await image.clone().jpeg().toBuffer();
  expect(await faultOf(jpeg)).toBeNull();
  expect(await faultOf(Buffer.alloc(0))).toEqual({ reason: 'IMAGE_EMPTY', params: {} });
  expect(await faultOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({
    reason: 'IMAGE_TYPE_INVALID',
    params: { type: 'SVG' },
  });
  expect(await faultOf(jpeg.subarray(0, jpeg.length / 2))).toEqual({ reason: 'IMAGE_DAMAGED', params: { type: 'JPEG' } });
  expect(await faultOf(await movingGif(2, 2, 301))).toEqual({ reason: 'IMAGE_FRAMES_TOO_MANY', params: { max: 300, count: 301 } });
  expect(await faultOf(await square(6400).png().toBuffer())).toEqual({ reason: 'IMAGE_PIXELS_TOO_MANY', params: {} });
  expect(await faultOf(await movingGif(600, 600, 120))).toEqual({ reason: 'IMAGE_PIXELS_TOO_MANY', params: {} });
});

test('the reason reaches the client from the image process, with its sentence and field @API-02', async () => {
  const encoder = createImageEncoder();
  try {
    await expect(encoder.encode(Buffer.from('<!doctype html><html>'))).rejects.toMatchObject({
      message: 'file: expected an image (JPEG, PNG, WebP, GIF or AVIF), got HTML.',
      extensions: { code: 'BAD_INPUT', reason: 'IMAGE_TYPE_INVALID', params: { type: 'HTML' }, field: 'file' },
    });
  } finally {
    await encoder.close();
  }
});
