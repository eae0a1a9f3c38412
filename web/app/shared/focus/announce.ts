let region: HTMLElement | null = null;

/** Makes a screen reader read out a short message after what it's reading now. Nothing is shown. */
export function announce(text: string): void {
  if (region === null) {
    region = document.createElement('div');
    region.className = 'sr';
    // A dialog silences everything around it except live regions.
    region.setAttribute('aria-live', 'polite');
    document.body.append(region);
  }
  const liveRegion = region;
  // Cleared first, so that the region changes even if the message is the same.
  liveRegion.textContent = '';
  requestAnimationFrame(() => requestAnimationFrame(() => (liveRegion.textContent = text)));
}
