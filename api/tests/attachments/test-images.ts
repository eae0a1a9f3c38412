import sharp, { type Sharp } from 'sharp';

/** Creates an image like a photo: soft and grainy, in any size. */
export function photograph(width: number, height: number): Promise<Sharp> {
  const noise = { type: 'gaussian', mean: 120, sigma: 45 } as const;
  return sharp({ create: { width: Math.ceil(width / 10), height: Math.ceil(height / 10), channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
    .then((grain) => sharp(grain).resize(width, height, { fit: 'fill' }));
}

/** Creates a square of one color. */
export function square(size: number, color = '#c33'): Sharp {
  return sharp({ create: { width: size, height: size, channels: 3, background: color } });
}

/** Creates an animated GIF. */
export async function movingGif(width: number, height: number, frames: number): Promise<Buffer> {
  const images = Array.from({ length: frames }, (_none, index) =>
    sharp({ create: { width, height, channels: 3, background: { r: (index * 40) % 256, g: 80, b: 120 } } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(images), { join: { animated: true } })
    .gif()
    .toBuffer();
}
