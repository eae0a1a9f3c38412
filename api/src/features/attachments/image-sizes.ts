/** How one stored size is made of the picture. */
export type ImageSize = { readonly width: number; readonly isSquare: boolean };

/** The sizes made of `full` when they are first asked for, by their names. */
export const imageSizes: Readonly<Record<string, ImageSize>> = {
  '480': { width: 480, isSquare: false },
  '960': { width: 960, isSquare: false },
  '1600': { width: 1600, isSquare: false },
  'square-96': { width: 96, isSquare: true },
  'square-192': { width: 192, isSquare: true },
};

/** The largest stored size. A long screenshot keeps its width. */
export const fullSize = { width: 2000, height: 8000 } as const;

/** The key of a size in the storage; `file` is the attachment's own key, such as `a/k3…`. */
export function sizeKey(file: string, size: string): string {
  return `${file}/${size}.webp`;
}
