/** Makes formulas and diagrams that overflow focusable, so that they can be scrolled with the keyboard. */
export function nameScrollers(text: HTMLElement, signal: AbortSignal): void {
  const names = [
    ['.math', 'Formula'],
    ['.dia', 'Diagram'],
  ] as const;
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const isWide = target.scrollWidth > target.clientWidth;
      if (isWide) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const [selector, name] of names) {
    for (const box of text.querySelectorAll(selector)) {
      box.setAttribute('role', 'group');
      // Two formulas of a page aren't both called just “Formula”.
      const tex = box.querySelector(':scope > math')?.getAttribute('alttext') ?? '';
      box.setAttribute('aria-label', tex === '' ? name : `${name}: ${tex}`);
      observer.observe(box);
    }
  }
  // One within a line has the name of its TeX.
  for (const formula of text.querySelectorAll('.formula > math')) observer.observe(formula);
  signal.addEventListener('abort', () => observer.disconnect());
}
