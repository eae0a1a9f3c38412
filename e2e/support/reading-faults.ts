import type { Page } from '@playwright/test';

/** What a reader changed about the page: paper has no backgrounds, and only its text matters. */
export type Reading = 'forced colors' | 'text spacing' | 'zoom' | 'paper';

/**
 * Returns what a reader can't read on the page as it is now, computed from boxes and colors: text without contrast, text that is cut by a
 * box, a short word that is broken, text on other text, and a selected control that looks like the others. Text that is cut on purpose
 * (with an ellipsis) is left out.
 */
export async function readingFaults(page: Page, reading: Reading): Promise<string[]> {
  return page.evaluate(async (mode) => {
    // During a transition, colors belong to neither look.
    await Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : [])));
    type Rgb = readonly [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const colors = new Map<string, Rgb>();
    const rgbOf = (color: string): Rgb => {
      const cached = colors.get(color);
      if (cached || !canvas) return cached ?? [0, 0, 0, 1];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      const read: Rgb = [red, green, blue, alpha / 255];
      colors.set(color, read);
      return read;
    };
    const light = ([red, green, blue]: Rgb) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a: Rgb, b: Rgb) => {
      const [high = 0, low = 0] = [light(a), light(b)].toSorted((x, y) => y - x);
      return (high + 0.05) / (low + 0.05);
    };
    /** The color behind an element; null where an image is. */
    const groundOf = (element: Element): Rgb | null => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        if (backgroundImage !== 'none') return null;
        const ground = rgbOf(backgroundColor);
        if (ground[3] > 0.5) return ground;
      }
      return rgbOf('Canvas');
    };
    const nameOf = (element: Element) => {
      const words = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      const kind = element.classList.item(0);
      return `${element.tagName.toLowerCase()}${kind ? `.${kind}` : ''} “${words}”`;
    };
    /** Hidden from eyes, but not from screen readers: cut to a pixel, or by a clip path. */
    const isCutAway = (element: Element) => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { clipPath, position } = getComputedStyle(at);
        if (clipPath.startsWith('inset(') && position === 'absolute') return true;
        if (clipPath === 'inset(50%)' || (at.clientWidth <= 1 && at.clientHeight <= 1 && position === 'absolute')) return true;
      }
      return false;
    };
    /** What stays in the window while the page scrolls below it. */
    const floats = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    /** Cut after some lines on purpose: the boxes of the lines after them are nowhere. */
    const isClamped = (element: Element) => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).webkitLineClamp !== 'none') return true;
      return false;
    };
    /** The part of a box that its clipping ancestors leave, without the space above and below the letters. */
    const shownOf = (element: Element, { left, right, top, bottom }: DOMRect) => {
      const inset = (bottom - top) * 0.22;
      const shown = { left, right, top: top + inset, bottom: bottom - inset };
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const box = at.getBoundingClientRect();
        shown.left = Math.max(shown.left, box.left);
        shown.right = Math.min(shown.right, box.right);
        shown.top = Math.max(shown.top, box.top);
        shown.bottom = Math.min(shown.bottom, box.bottom);
      }
      return shown;
    };
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[aria-hidden="true"], svg, .katex, [popover]:not(:popover-open), .sr, noscript, iframe, option') !== null;

    const texts: { node: Text; element: Element; boxes: DOMRect[] }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !(node instanceof Text) || node.data.trim() === '' || isHidden(element) || isCutAway(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      if (boxes.length > 0) texts.push({ node, element, boxes });
    }

    const faults: string[] = [];
    // Contrast. Paper is white, and backgrounds aren't printed.
    for (const { element } of texts) {
      if (mode !== 'forced colors' && mode !== 'paper') break;
      const exact = getComputedStyle(element).printColorAdjust === 'exact';
      const ground = mode === 'paper' && !exact ? rgbOf('#fff') : groundOf(element);
      if (ground === null) continue;
      const ratio = contrast(rgbOf(getComputedStyle(element).color), ground);
      const isDisabled = element.closest(':disabled, [aria-disabled="true"]') !== null;
      if (ratio < (isDisabled || mode === 'forced colors' ? 3 : 4.5)) faults.push(`pale (${ratio.toFixed(1)}): ${nameOf(element)}`);
    }
    // Text beyond the box that clips it.
    for (const { element, boxes } of texts) {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break;
        const scrolls = [style.overflowX, style.overflowY].some((value) => value === 'auto' || value === 'scroll');
        if (scrolls || style.position === 'fixed') break;
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const box = at.getBoundingClientRect();
        const clips = (value: string) => value === 'hidden' || value === 'clip';
        const isCut = boxes.some(
          ({ left, right, top, bottom }) =>
            (clips(style.overflowX) && (left < box.left - 2 || right > box.right + 2)) ||
            (clips(style.overflowY) && (top < box.top - 4 || bottom > box.bottom + 4)),
        );
        if (isCut) {
          faults.push(`cut: ${nameOf(element)}`);
          break;
        }
      }
    }
    // A word that a line has room for, but that is broken anyway. Only far longer ones have to be.
    for (const { node, element, boxes } of texts) {
      if (mode !== 'zoom' || boxes.length < 2 || element.closest('pre, code, [contenteditable="true"]') !== null) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const [start = '', end = ''] = [/\S*$/.exec(node.data.slice(0, index))?.[0], /^\S*/.exec(node.data.slice(index))?.[0]];
        if (word.length > 12 || start.length + end.length > 24) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push(`broken: ${word} in ${nameOf(element)}`);
      }
    }
    // Text on other text: at least a third of the lower line is covered.
    const flat = texts
      .filter(({ element }) => !floats(element) && !isClamped(element))
      .flatMap(({ element, boxes }) => boxes.map((box) => ({ element, box: shownOf(element, box) })))
      .filter(({ box }) => box.right - box.left > 1 && box.bottom - box.top > 1)
      .toSorted((a, b) => a.box.top - b.box.top);
    for (const [at, one] of flat.entries()) {
      for (let next = at + 1; next < flat.length; next += 1) {
        const other = flat[next];
        if (!other || other.box.top > one.box.bottom) break;
        if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const smaller = Math.min(one.box.bottom - one.box.top, other.box.bottom - other.box.top);
        if (width > 3 && height > smaller / 3) faults.push(`overlapping: ${nameOf(one.element)} and ${nameOf(other.element)}`);
      }
    }
    // What is selected looks different from what isn't.
    const lookOf = (element: Element) =>
      [null, '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(element, part);
          const edges =
            style.borderLeftStyle + style.borderLeftWidth + style.borderLeftColor + style.borderBottomStyle + style.borderBottomColor;
          return [style.backgroundColor, edges, style.outlineStyle, style.fontWeight, style.transform, style.content, style.color].join();
        })
        .join();
    const selected = '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], [aria-selected="true"]';
    for (const element of mode === 'forced colors' ? document.querySelectorAll(selected) : []) {
      if (isHidden(element)) continue;
      const list = element.closest('[role="group"], [role="tablist"], nav, ol, ul');
      const peer = [...(list?.querySelectorAll(element.tagName) ?? [])].find(
        (other) => other !== element && !other.matches(selected) && other.className === element.className && !isHidden(other),
      );
      if (peer && lookOf(peer) === lookOf(element) && peer.innerHTML.replace(/>[^<]*</g, '') === element.innerHTML.replace(/>[^<]*</g, ''))
        faults.push(`not marked: ${nameOf(element)}`);
    }
    if (mode === 'paper')
      for (const control of document.querySelectorAll('body > header, body > footer, button, [role="dialog"]'))
        if (!isHidden(control)) faults.push(`printed: ${nameOf(control)}`);
    return [...new Set(faults)];
  }, reading);
}
