/** How a stored size is created from an image. */
export type ImageSize = { readonly width: number; readonly isSquare: boolean };

/** The sizes that are created from `full` on first use, by name. */
export const imageSizes: Readonly<Record<string, ImageSize>> = {
  '480': { width: 480, isSquare: false },
  '960': { width: 960, isSquare: false },
  '1600': { width: 1600, isSquare: false },
  'square-96': { width: 96, isSquare: true },
  'square-192': { width: 192, isSquare: true },
};

/** Maximum dimensions of the largest stored size. A long screenshot keeps its width. */
export const fullSize = { width: 2000, height: 8000 } as const;

/** Returns the storage key of a size; `file` is the attachment's own key, such as `a/k3…`. */
export function sizeKey(file: string, size: string): string {
  return `${file}/${size}.webp`;
}
