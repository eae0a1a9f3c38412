import type { ElementAttributes } from '@newline/document/render';

/** The widths in which the site stores an uploaded image, besides the original. */
const widths = [480, 960];
const largest = 1600;

/** Returns the `srcset` of an uploaded image; nothing for an external or small image. */
export function storedSizes({ src, width }: ElementAttributes): ElementAttributes {
  const folder = typeof src === 'string' ? /^(\/media\/a\/[\w-]+)\/1600\.webp$/u.exec(src)?.[1] : undefined;
  if (folder === undefined || typeof width !== 'number') return {};
  const smaller = widths.filter((size) => size < width);
  if (smaller.length === 0) return {};
  const list = [...smaller.map((size) => `${folder}/${size}.webp ${size}w`), `${src} ${Math.min(width, largest)}w`];
  return { srcset: list.join(', '), sizes: '(min-width: 44rem) 40rem, 100vw' };
}
