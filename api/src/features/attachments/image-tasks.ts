import { serveTasks } from '../../processes/serve-tasks.ts';
import type { EncodedPicture } from './encode-picture.ts';
import type { PictureSize } from './picture-sizes.ts';

/** What the process of images can be asked to do. */
export type ImageTask =
  | { readonly kind: 'encode'; readonly file: Uint8Array }
  | { readonly kind: 'resize'; readonly full: Uint8Array; readonly size: PictureSize };

/** What it answers: an encoded image, one size of it (null when it is no smaller), or why a file is refused, in a sentence for users. */
export type ImageResult =
  | { readonly kind: 'encoded'; readonly picture: EncodedPicture }
  | { readonly kind: 'resized'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'refused'; readonly reason: string };

// The process in which images that users send are decoded and encoded.
serveTasks(async (task: ImageTask, { load }): Promise<ImageResult> => {
  const { encodePicture, PictureRefused, resizePicture } = await load(() => import('./encode-picture.ts'));
  if (task.kind === 'resize') return { kind: 'resized', bytes: await resizePicture(Buffer.from(task.full), task.size) };
  try {
    return { kind: 'encoded', picture: await encodePicture(Buffer.from(task.file)) };
  } catch (error) {
    if (error instanceof PictureRefused) return { kind: 'refused', reason: error.message };
    throw error;
  }
});
