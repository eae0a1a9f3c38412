import { serveTasks } from '../../processes/serve-tasks.ts';
import type { EncodedImage } from './encode-image.ts';
import type { ImageSize } from './image-sizes.ts';

/** What the process of images can be asked to do. */
export type ImageTask =
  | { readonly kind: 'encode'; readonly file: Uint8Array }
  | { readonly kind: 'resize'; readonly full: Uint8Array; readonly size: ImageSize };

/** What it answers: an encoded image, one size of it (null when it is no smaller), or why a file is refused, in a sentence for users. */
export type ImageResult =
  | { readonly kind: 'encoded'; readonly image: EncodedImage }
  | { readonly kind: 'resized'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'refused'; readonly reason: string };

// The process in which images that users send are decoded and encoded.
serveTasks(async (task: ImageTask, { load }): Promise<ImageResult> => {
  const { encodeImage, ImageRefused, resizeImage } = await load(() => import('./encode-image.ts'));
  if (task.kind === 'resize') return { kind: 'resized', bytes: await resizeImage(Buffer.from(task.full), task.size) };
  try {
    return { kind: 'encoded', image: await encodeImage(Buffer.from(task.file)) };
  } catch (error) {
    if (error instanceof ImageRefused) return { kind: 'refused', reason: error.message };
    throw error;
  }
});
