import { codedError } from '../../errors/error-codes.ts';
import { type BoundedProcess, createBoundedProcess, OverLimit, ProcessLost, type ProcessLimits } from '../../processes/bounded-process.ts';
import type { EncodedImage } from './encode-image.ts';
import type { ImageResult, ImageTask } from './image-tasks.ts';
import type { ImageSize } from './image-sizes.ts';
import { imageLimits } from './upload-limits.ts';
import { createSlots } from './upload-slots.ts';

/** Decodes and encodes images in processes with limits. */
export type ImageEncoder = {
  /**
   * Encodes an image that a user sent.
   *
   * @throws a coded error: BAD_INPUT when the file is to blame, UNAVAILABLE when it is not
   */
  encode(file: Buffer): Promise<EncodedImage>;
  /** Makes a smaller size of an encoded image. Null when the image is not larger than that. */
  resize(full: Buffer, size: ImageSize): Promise<Buffer | null>;
  /** Ends its processes. */
  close(): Promise<void>;
};

const atOnce = 2;
const usualLimits = { cpuMs: imageLimits.encodeCpuMs, residentMb: 900, resultBytes: 50_000_000, idleMs: 60_000 };

/**
 * Creates an encoder with two bounded processes, which start with the first image. Decoders are compiled code that can't be interrupted: what takes too
 * much CPU time or memory ends its process, and neither the site nor the next image.
 */
export function createImageEncoder(limits: Partial<ProcessLimits> = {}): ImageEncoder {
  const slots = createSlots({ running: atOnce, waiting: 32 });
  const entry = new URL('./image-tasks.ts', import.meta.url);
  const processes = Array.from({ length: atOnce }, () =>
    createBoundedProcess<ImageTask, ImageResult>({ entry, hasAddons: true, limits: { ...usualLimits, ...limits } }),
  );
  // The one that was used last is warm, and the other may end.
  const free = [...processes];

  const run = (task: ImageTask): Promise<ImageResult> =>
    slots(async () => {
      const one = free.pop() as BoundedProcess<ImageTask, ImageResult>;
      try {
        return await one.run(task);
      } catch (error) {
        if (error instanceof OverLimit) throw Object.assign(codedError('IMAGE_DECODING_TOO_SLOW'), { cause: error });
        if (error instanceof ProcessLost) throw Object.assign(codedError('IMAGE_PROCESSING_UNAVAILABLE'), { cause: error });
        throw error;
      } finally {
        free.push(one);
      }
    });

  return {
    async encode(file) {
      const result = await run({ kind: 'encode', file });
      if (result.kind === 'refused') throw codedError('IMAGE_INVALID', { fault: result.reason }, { field: 'file' });
      if (result.kind !== 'encoded') throw new Error(`image-encoder: expected an encoded image, got ${result.kind}`);
      return { ...result.image, bytes: Buffer.from(result.image.bytes) };
    },
    async resize(full, size) {
      const result = await run({ kind: 'resize', full, size });
      if (result.kind !== 'resized') throw new Error(`image-encoder: expected a size of an image, got ${result.kind}`);
      return result.bytes && Buffer.from(result.bytes);
    },
    async close() {
      await Promise.all(processes.map((one) => one.close()));
    },
  };
}
