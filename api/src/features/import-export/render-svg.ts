import { serveTasks } from '../../processes/serve-tasks.ts';
import { imageLimits } from '../attachments/upload-limits.ts';

/** Maximum width and height of a rendering: the full size of an image in a text on a high-density screen. */
const longestSide = 1600;
/** Dots per inch at which one SVG unit is one dot. */
const plainDensity = 72;

// Process that renders SVG images.
serveTasks(async (svg: Uint8Array, { load }): Promise<Uint8Array> => {
  const { default: sharp } = await load(() => import('sharp'));
  const { width, height, format } = await sharp(svg, { limitInputPixels: imageLimits.pixels }).metadata();
  if (format !== 'svg') throw new Error(`expected svg, got ${format}`);
  const density = Math.max(1, Math.min(2400, (plainDensity * longestSide) / Math.max(width, height)));
  return sharp(svg, { limitInputPixels: imageLimits.pixels, density })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
});
