import { codedError, errorOfReason } from '../../errors/error-codes.ts';
import { type BoundedProcess, createBoundedProcess, OverLimit, ProcessLost, type ProcessLimits } from '../../processes/bounded-process.ts';
import type { EncodedImage } from './encode-image.ts';
import type { ImageResult, ImageTask } from './image-tasks.ts';
import type { ImageSize } from './image-sizes.ts';
import { imageLimits } from './upload-limits.ts';
import { createSlots } from './upload-slots.ts';

/** Decodes and encodes images in bounded processes. */
export type ImageEncoder = {
  /**
   * Encodes an image that a user sent.
   * @throws a coded error: BAD_INPUT if the file is at fault, otherwise UNAVAILABLE
   */
  encode(file: Buffer): Promise<EncodedImage>;
  /** Creates a smaller size of an encoded image. Returns null if the image isn't larger. */
  resize(full: Buffer, size: ImageSize): Promise<Buffer | null>;
  /** Ends its processes. */
  close(): Promise<void>;
};

const processCount = 2;
const usualLimits = { cpuMs: imageLimits.encodeCpuMs, residentMb: 900, resultBytes: 50_000_000, idleMs: 60_000 };

/**
 * Creates an encoder with two bounded processes, which start with the first image. Decoders are native code that can't be interrupted: an
 * image that takes too much CPU time or memory ends its process, but neither the site nor the next image.
 */
export function createImageEncoder(limits: Partial<ProcessLimits> = {}): ImageEncoder {
  const slots = createSlots({ running: processCount, waiting: 32 });
  const entry = new URL('./image-tasks.ts', import.meta.url);
  const processes = Array.from({ length: processCount }, () =>
    createBoundedProcess<ImageTask, ImageResult>({ entry, hasAddons: true, limits: { ...usualLimits, ...limits } }),
  );
  // A stack: the process used last is warm, and the other may end.
  const free = [...processes];

  const run = (task: ImageTask): Promise<ImageResult> =>
    slots(async () => {
      const idleProcess = free.pop() as BoundedProcess<ImageTask, ImageResult>;
      try {
        return await idleProcess.run(task);
      } catch (error) {
        if (error instanceof OverLimit) throw Object.assign(codedError('IMAGE_DECODING_TOO_SLOW'), { cause: error });
        if (error instanceof ProcessLost) throw Object.assign(codedError('IMAGE_PROCESSING_UNAVAILABLE'), { cause: error });
        throw error;
      } finally {
        free.push(idleProcess);
      }
    });

  return {
    async encode(file) {
      const result = await run({ kind: 'encode', file });
      if (result.kind === 'refused') throw errorOfReason(result.fault);
      if (result.kind !== 'encoded') throw new Error(`image-encoder: expected an encoded image, got ${result.kind}`);
      return { ...result.image, bytes: Buffer.from(result.image.bytes) };
    },
    async resize(full, size) {
      const result = await run({ kind: 'resize', full, size });
      if (result.kind !== 'resized') throw new Error(`image-encoder: expected a size of an image, got ${result.kind}`);
      return result.bytes && Buffer.from(result.bytes);
    },
    async close() {
      await Promise.all(processes.map((idleProcess) => idleProcess.close()));
    },
  };
}
