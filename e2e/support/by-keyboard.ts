import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has tab stops before what a test looks for. */
const maxStops = 80;

/**
 * Presses Tab until a control has the focus, and expects each stop on the way to show it: with an outline, or as a field with the caret in
 * it and a different edge.
 */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press(key);
    await expectFocusShown(page);
    // Controls of the player are in shadow roots.
    if (await target.evaluate((control) => control === (control.getRootNode() as Document | ShadowRoot).activeElement)) return;
  }
  throw new Error(`tabTo: expected ${target.toString()} within ${maxStops} stops`);
}

/** Expects the focused control to be in the window and to show that it has the focus. */
export async function expectFocusShown(page: Page): Promise<void> {
  const faults = () =>
    page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      // After the last control, the browser's own has it.
      if (focused === null || focused === document.body) return [];
      const name = `${focused.localName} “${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)}”`;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const isInWindow = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
      if (!isInWindow) return [`not in the window: ${name}`];
      const isMarked = (element: Element | null, part?: string) => {
        if (element === null) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
      };
      const host = focused.getRootNode() instanceof ShadowRoot ? (focused.getRootNode() as ShadowRoot).host : null;
      const isText = focused.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable=true]');
      const around = [focused, focused.parentElement, host, focused.closest('label')];
      if (isText || around.some((element) => isMarked(element)) || isMarked(focused, '::after') || isMarked(focused, '::before')) return [];
      // A dialog or a part of the page that got the focus for a screen reader isn't a control.
      return focused.getAttribute('tabindex') === '-1' &&
        !focused.matches('a, button, input, select, textarea, [role^=menuitem], [role=option]')
        ? []
        : [`not marked: ${name}`];
    });
  await expect.poll(faults).toEqual([]);
}
