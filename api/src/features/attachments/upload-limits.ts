import { uploadLimits } from '../../rules/limits/upload.ts';
/** What an upload may be; docs/operating.md and the API's documentation tell people. The database counts the quota. */
export const imageLimits = {
  fileBytes: uploadLimits.imageBytes,
  pixels: uploadLimits.imagePixels,
  frames: uploadLimits.imageFrames,
  /** How long a browser may take to send one. */
  receiveMs: 5 * 60_000,
  /** CPU time to decode and encode one. */
  encodeCpuMs: 30_000,
} as const;
