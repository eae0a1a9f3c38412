import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type ErrorParams, sentenceOfReason } from '../../rules/errors/error-messages.ts';
import { fullSize, type ImageSize } from './image-sizes.ts';
import { imageLimits } from './upload-limits.ts';

/** An image as it is stored: WebP with nothing of the original file but its pixels. */
export type EncodedImage = {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** ThumbHash in Base64. */
  readonly thumbhash: string;
  /** SHA-256 of `bytes` in hex. */
  readonly contentHash: string;
};

/** Why a file isn't an accepted image: a reason of the error catalog, with its parameters. */
export type ImageFault = {
  readonly [TReason in ImageReason]: { readonly reason: TReason; readonly params: ErrorParams<TReason> };
}[ImageReason];

type ImageReason = 'IMAGE_DAMAGED' | 'IMAGE_EMPTY' | 'IMAGE_FRAMES_TOO_MANY' | 'IMAGE_PIXELS_TOO_MANY' | 'IMAGE_TYPE_INVALID';

/** Error of a file that isn't an accepted image. */
export class ImageRefused extends Error {
  readonly fault: ImageFault;

  constructor(fault: ImageFault) {
    super(sentenceOfReason(fault.reason, fault.params));
    this.fault = fault;
  }
}

/** The decoder that must recognize a file, by the media type that was detected. */
const decoders: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

sharp.cache(false);
sharp.concurrency(2);

/**
 * Detects an image by its content and re-encodes it. Drops metadata (EXIF with its location, ICC, XMP) and any data appended to the file,
 * and applies the orientation.
 *
 * Runs in a separate process, see image-encoder.ts: decoding has no time limit of its own.
 * @throws ImageRefused, with what was expected and what was sent
 */
export async function encodeImage(file: Buffer): Promise<EncodedImage> {
  const mediaType = await checkKind(file);
  const metadata = await sharp(file, settings(true))
    .metadata()
    .catch((error: unknown) => refuseBroken(mediaType, error));
  const isAnimated = checkAmounts(mediaType, metadata);
  const whole = sharp(file, settings(isAnimated))
    .autoOrient()
    .resize({ ...fullSize, fit: 'inside', withoutEnlargement: true })
    .webp(isScreenshot(file, metadata) ? { nearLossless: true, quality: 60, effort: 0 } : { quality: 82, effort: 1 })
    .toBuffer({ resolveWithObject: true });
  const [{ data, info }, thumbhash] = await Promise.all([whole, thumbhashOf(file)]).catch((error: unknown) =>
    refuseBroken(mediaType, error),
  );
  return {
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
    isAnimated,
    thumbhash,
    contentHash: createHash('sha256').update(data).digest('hex'),
  };
}

/** Creates a smaller size of an image from `encodeImage`. Returns null if the image isn't larger. */
export async function resizeImage(full: Buffer, size: ImageSize): Promise<Buffer | null> {
  const { pages = 1, width } = await sharp(full, settings(true)).metadata();
  if (!size.isSquare && width <= size.width) return null;
  const isAnimated = pages > 1 && !size.isSquare;
  return sharp(full, settings(isAnimated))
    .resize(size.isSquare ? { width: size.width, height: size.width, fit: 'cover' } : { width: size.width })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}

function settings(isAnimated: boolean): SharpOptions {
  return { limitInputPixels: imageLimits.pixels, failOn: 'error', pages: isAnimated ? -1 : 1, sequentialRead: true };
}

/**
 * Whether an image is a screenshot or a diagram. Lossless encoding is then smaller and faster, and keeps text sharp. A photo saved as PNG
 * isn't one.
 */
function isScreenshot(file: Buffer, { format, width, height, pages = 1 }: Metadata): boolean {
  return pages === 1 && (format === 'png' || format === 'gif') && file.length < width * height;
}

async function checkKind(file: Buffer): Promise<string> {
  if (file.length === 0) throw new ImageRefused({ reason: 'IMAGE_EMPTY', params: {} });
  const detected = await fileTypeFromBuffer(file).catch(() => undefined);
  if (detected && decoders[detected.mime] !== undefined) return detected.mime;
  const start = file.subarray(0, 1_000).toString('latin1');
  const type = /<svg/i.test(start) ? 'SVG' : /<!doctype html|<html|<script/i.test(start) ? 'HTML' : (detected?.mime ?? 'something else');
  throw new ImageRefused({ reason: 'IMAGE_TYPE_INVALID', params: { type } });
}

/** Checks the dimensions of an image, and returns whether it is animated. */
function checkAmounts(mediaType: string, metadata: Metadata): boolean {
  const { width, height, pages = 1, pageHeight = height, format } = metadata;
  if (format !== decoders[mediaType] || (format === 'heif' && metadata.compression !== 'av1')) refuseBroken(mediaType, null);
  const isAnimated = pages > 1 && format !== 'heif';
  if (isAnimated && pages > imageLimits.frames)
    throw new ImageRefused({ reason: 'IMAGE_FRAMES_TOO_MANY', params: { max: imageLimits.frames, count: pages } });
  if (width * pageHeight * (isAnimated ? pages : 1) > imageLimits.pixels)
    throw new ImageRefused({ reason: 'IMAGE_PIXELS_TOO_MANY', params: {} });
  return isAnimated;
}

async function thumbhashOf(file: Buffer): Promise<string> {
  const { data, info } = await sharp(file, settings(false))
    .autoOrient()
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

function refuseBroken(mediaType: string, error: unknown): never {
  const type = mediaType.replace('image/', '').toUpperCase();
  if (error instanceof Error && /pixel limit/i.test(error.message)) throw new ImageRefused({ reason: 'IMAGE_PIXELS_TOO_MANY', params: {} });
  throw new ImageRefused({ reason: 'IMAGE_DAMAGED', params: { type } });
}
