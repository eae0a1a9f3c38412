import { codedError } from '../../graphql/error-codes.ts';
import { uploadLimits } from '../attachments/upload-limits.ts';

/** The widest and highest that a drawing becomes: what a text shows in full on a dense screen. */
const longestSide = 1600;
const maxBytes = 2_000_000;
/** Dots per inch at which one unit of an SVG is one dot. */
const plainDensity = 72;

/**
 * Draws an SVG as PNG, so that nothing of its markup reaches a page: scripts do not run here and nothing that it names is fetched.
 *
 * @throws a coded error (BAD_INPUT) for what is no SVG, or too much work
 */
export async function drawSvg(file: Buffer): Promise<Buffer> {
  const refuse = (message: string) => codedError('BAD_INPUT', `file: ${message}`, { field: 'file' });
  if (file.length > maxBytes) throw refuse('expected an SVG of at most 2 MB, got more.');
  if (!/<svg[\s>]/iu.test(file.subarray(0, 4000).toString('utf8'))) throw refuse('expected an SVG, got something else.');
  const { default: sharp } = await import('sharp');
  try {
    const { width, height, format } = await sharp(file, { limitInputPixels: uploadLimits.pixels }).metadata();
    if (format !== 'svg') throw new Error(`expected svg, got ${format}`);
    const density = Math.max(1, Math.min(2400, (plainDensity * longestSide) / Math.max(width, height)));
    return await sharp(file, { limitInputPixels: uploadLimits.pixels, density })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .png()
      .timeout({ seconds: uploadLimits.encodeSeconds })
      .toBuffer();
  } catch (error) {
    throw Object.assign(refuse('expected an SVG that can be drawn, got one that cannot.'), { cause: error });
  }
}
