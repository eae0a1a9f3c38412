import { createImageEncoder } from '@newline/api/features/attachments/image-encoder';
import sharp from 'sharp';
import { expect, test } from 'vitest';

/** A large image that takes well over a tenth of a second to encode. */
const large = await sharp({
  create: { width: 4000, height: 4000, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
})
  .jpeg()
  .toBuffer();
const small = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#123' } })
  .png()
  .toBuffer();

test('an image that takes too much CPU time is refused, and the next one is encoded; with a higher limit it is encoded @API-02', async () => {
  const hurried = createImageEncoder({ cpuMs: 100 });
  const patient = createImageEncoder();
  try {
    const refused = await hurried.encode(large).catch((error: unknown) => error);
    expect(refused).toMatchObject({ extensions: { code: 'BAD_INPUT', field: 'file' } });
    expect(await hurried.encode(small)).toMatchObject({ width: 20, height: 10, isAnimated: false });
    const encoded = await patient.encode(large);
    expect(encoded).toMatchObject({ width: 2000, height: 2000 });
    expect((await sharp(encoded.bytes).metadata()).format).toBe('webp');
    const smaller = await patient.resize(encoded.bytes, { width: 480, isSquare: false });
    expect((await sharp(smaller ?? undefined).metadata()).width).toBe(480);
    expect(await patient.resize(smaller ?? encoded.bytes, { width: 480, isSquare: false })).toBeNull();
  } finally {
    await hurried.close();
    await patient.close();
  }
});

test('a process that ends in the middle of an image doesn’t blame the image @API-02', async () => {
  const encoder = createImageEncoder();
  const both = [encoder.encode(large), encoder.encode(large), encoder.encode(small)].map((work) => work.catch((error: unknown) => error));
  await encoder.close();
  for (const outcome of await Promise.all(both)) expect(outcome).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
});
