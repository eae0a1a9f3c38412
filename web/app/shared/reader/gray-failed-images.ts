/** Puts a grey empty block of the same size in the place of every picture that fails, also of one that failed before this ran (SITE-08). */
export function grayFailedImages(text: HTMLElement, signal: AbortSignal): void {
  // Error events do not bubble; they can be caught on their way down.
  text.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), { capture: true, signal });
  for (const image of text.querySelectorAll('img')) if (image.complete && image.naturalWidth === 0) replace(image);
}

function replace(image: HTMLImageElement): void {
  const block = document.createElement('span');
  block.className = 'fig__failed';
  block.dataset.failed = '';
  const [width, height] = [image.getAttribute('width'), image.getAttribute('height')];
  if (width !== null && height !== null) block.style.aspectRatio = `${width} / ${height}`;
  if (image.alt === '') block.setAttribute('aria-hidden', 'true');
  else {
    block.setAttribute('role', 'img');
    block.setAttribute('aria-label', image.alt);
  }
  image.replaceWith(block);
}
