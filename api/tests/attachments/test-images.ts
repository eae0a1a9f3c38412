import sharp, { type Sharp } from 'sharp';

/** A picture that looks like a photograph: soft, with grain, of any size. */
export function photograph(width: number, height: number): Promise<Sharp> {
  const noise = { type: 'gaussian', mean: 120, sigma: 45 } as const;
  return sharp({ create: { width: Math.ceil(width / 10), height: Math.ceil(height / 10), channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
    .then((grain) => sharp(grain).resize(width, height, { fit: 'fill' }));
}

/** A flat square of one colour. */
export function square(size: number, colour = '#c33'): Sharp {
  return sharp({ create: { width: size, height: size, channels: 3, background: colour } });
}

/** A GIF that moves. */
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
