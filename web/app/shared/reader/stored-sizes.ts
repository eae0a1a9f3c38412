import type { ElementAttributes } from '@newline/document/render';

/** Widths in which the site keeps an uploaded picture beside the one that its address names. */
const widths = [480, 960];
const largest = 1600;

/** The sizes of an uploaded picture, for the browser to choose from; nothing for one that is not ours or is small anyway. */
export function storedSizes({ src, width }: ElementAttributes): ElementAttributes {
  const folder = typeof src === 'string' ? /^(\/media\/a\/[\w-]+)\/1600\.webp$/u.exec(src)?.[1] : undefined;
  if (folder === undefined || typeof width !== 'number') return {};
  const smaller = widths.filter((size) => size < width);
  if (smaller.length === 0) return {};
  const list = [...smaller.map((size) => `${folder}/${size}.webp ${size}w`), `${src} ${Math.min(width, largest)}w`];
  return { srcset: list.join(', '), sizes: '(min-width: 44rem) 40rem, 100vw' };
}
