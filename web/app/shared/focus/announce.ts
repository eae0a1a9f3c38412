let region: HTMLElement | null = null;

/** Has a screen reader say a short sentence once it's done with what it says now. Nothing is shown. */
export function announce(text: string): void {
  if (region === null) {
    region = document.createElement('div');
    region.className = 'sr';
    // A dialog silences everything around it but live regions.
    region.setAttribute('aria-live', 'polite');
    document.body.append(region);
  }
  const place = region;
  // Said again also when it's the same: the region has to change, and to be there before that.
  place.textContent = '';
  requestAnimationFrame(() => requestAnimationFrame(() => (place.textContent = text)));
}
