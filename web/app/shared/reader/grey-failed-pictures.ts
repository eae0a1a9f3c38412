/** Puts a grey empty block of the same size in the place of every picture that fails, also of one that failed before this ran (SITE-08). */
export function greyFailedPictures(text: HTMLElement, signal: AbortSignal): void {
  // Error events do not bubble; they can be caught on their way down.
  text.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replace(target), { capture: true, signal });
  for (const picture of text.querySelectorAll('img')) if (picture.complete && picture.naturalWidth === 0) replace(picture);
}

function replace(picture: HTMLImageElement): void {
  const block = document.createElement('span');
  block.className = 'fig__failed';
  block.dataset.failed = '';
  const [width, height] = [picture.getAttribute('width'), picture.getAttribute('height')];
  if (width !== null && height !== null) block.style.aspectRatio = `${width} / ${height}`;
  if (picture.alt === '') block.setAttribute('aria-hidden', 'true');
  else {
    block.setAttribute('role', 'img');
    block.setAttribute('aria-label', picture.alt);
  }
  picture.replaceWith(block);
}
