import type { Locator } from '@playwright/test';

/**
 * Returns what is wrong with the boxes of an open dialog, menu or popover: it isn't whole in the window, or a control in it is cut by it or
 * lies on another one; or a dialog isn't at its start, where its title is.
 */
export async function openFaults(open: Locator): Promise<string[]> {
  return open.evaluate(async (element) => {
    const moving = () => element.getAnimations({ subtree: true }).filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(moving().map((one) => one.finished));
    const nameOf = (control: Element) =>
      `${control.localName} “${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 30)}”`;
    const faults: string[] = [];
    const box = element.getBoundingClientRect();
    if (box.left < -0.5 || box.right > innerWidth + 0.5 || box.top < -0.5 || box.bottom > innerHeight + 0.5)
      faults.push(`not in the window: ${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}`);
    if (element.getAttribute('role') === 'dialog' && element.scrollTop > 1) faults.push(`scrolled past its start by ${element.scrollTop}`);
    const controls = [...element.querySelectorAll('a[href], button, input, select, textarea, summary, [role^=menuitem]')].filter(
      (control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    /** What can be pressed: a label is part of its field. What a list is scrolled to is the part of it that is there. */
    const shownOf = (control: Element) => {
      const pressed = control.closest('label') ?? control;
      const { left, right, top, bottom } = pressed.getBoundingClientRect();
      const shown = { left, right, top, bottom };
      for (let at = pressed.parentElement; at !== null && at !== element; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue;
        const list = at.getBoundingClientRect();
        shown.top = Math.max(shown.top, list.top);
        shown.bottom = Math.min(shown.bottom, list.bottom);
      }
      return shown;
    };
    const boxes = controls
      .map((control) => ({ control, box: shownOf(control) }))
      .filter(({ box: shown }) => shown.right > shown.left && shown.bottom > shown.top);
    for (const { control, box: at } of boxes)
      if (at.left < box.left - 1 || at.right > box.right + 1) faults.push(`cut: ${nameOf(control)}`);
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
        if (one.control.closest('label') !== null && one.control.closest('label') === other.control.closest('label')) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const isAbove = [one, other].some(({ control }) => {
          for (let at: Element | null = control; at !== null && at !== element; at = at.parentElement)
            if (['sticky', 'fixed'].includes(getComputedStyle(at).position)) return true;
          return false;
        });
        if (width > 2 && height > 2 && !isAbove) faults.push(`overlapping: ${nameOf(one.control)} and ${nameOf(other.control)}`);
      }
    return faults;
  });
}
