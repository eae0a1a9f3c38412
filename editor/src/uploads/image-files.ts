import { uploadLimits } from '@newline/api/rules/limits/upload';
/** The image formats that the server accepts, for the file picker and drops. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const;

const typeNames = new Set<string>(imageTypes);

/** A file that is not uploaded, with a message for the user. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

/** Sorts files into images and rejected files, before anything is sent. */
export function sortImageFiles(files: Iterable<File>): { readonly images: readonly File[]; readonly refused: readonly RefusedFile[] } {
  const images: File[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    if (!typeNames.has(file.type)) {
      refused.push({ name: file.name, reason: `${file.name} isn’t a supported image. Use PNG, JPEG, GIF, WebP or AVIF.` });
    } else if (file.size > uploadLimits.imageBytes) {
      refused.push({
        name: file.name,
        reason: `${file.name} is larger than ${uploadLimits.imageBytes / 1_000_000} MB. Choose a smaller file.`,
      });
    } else if (file.size === 0) {
      refused.push({ name: file.name, reason: `${file.name} is empty.` });
    } else {
      images.push(file);
    }
  }
  return { images, refused };
}
