import { serveTasks } from '../../processes/serve-tasks.ts';
import type { EncodedImage, ImageFault } from './encode-image.ts';
import type { ImageSize } from './image-sizes.ts';

/** A task of the image process. */
export type ImageTask =
  | { readonly kind: 'encode'; readonly file: Uint8Array }
  | { readonly kind: 'resize'; readonly full: Uint8Array; readonly size: ImageSize };

/** Result of a task: an encoded image, one size of it (null if it isn't smaller), or why a file is rejected. */
export type ImageResult =
  | { readonly kind: 'encoded'; readonly image: EncodedImage }
  | { readonly kind: 'resized'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'refused'; readonly fault: ImageFault };

// Process that decodes and encodes images of users.
serveTasks(async (task: ImageTask, { load }): Promise<ImageResult> => {
  const { encodeImage, ImageRefused, resizeImage } = await load(() => import('./encode-image.ts'));
  if (task.kind === 'resize') return { kind: 'resized', bytes: await resizeImage(Buffer.from(task.full), task.size) };
  try {
    return { kind: 'encoded', image: await encodeImage(Buffer.from(task.file)) };
  } catch (error) {
    if (error instanceof ImageRefused) return { kind: 'refused', fault: error.fault };
    throw error;
  }
});
