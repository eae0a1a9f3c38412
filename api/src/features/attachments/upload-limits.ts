import { uploadLimits } from '../../rules/limits/upload.ts';
/** Limits of an uploaded image, also documented in docs/operating.md and in the API's descriptions. The database enforces the quota. */
export const imageLimits = {
  fileBytes: uploadLimits.imageBytes,
  pixels: uploadLimits.imagePixels,
  frames: uploadLimits.imageFrames,
  /** Maximum time for a browser to send an image, in milliseconds. */
  receiveMs: 5 * 60_000,
  /** CPU time to decode and encode an image, in milliseconds. */
  encodeCpuMs: 30_000,
} as const;
