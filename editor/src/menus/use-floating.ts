import { autoUpdate, computePosition, flip, limitShift, offset, shift, size, type Placement, type VirtualElement } from '@floating-ui/dom';
import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Options {
  readonly placement: Placement;
  readonly gap?: number;
  /** How much of the window's lower end is taken by something else, in pixels. */
  readonly below?: number;
  /** Whether it may lie over its place where that is taller than the window. */
  readonly mayCover?: boolean;
  /** Off while the element has a place of its own, as on a phone. */
  readonly isOn?: boolean;
}

/**
 * Keeps an element beside a place of the page, within the window: turns to the other side where there is no room and is never
 * higher than the room it has. `reference` is asked again on each render.
 */
export function useFloating<Floating extends HTMLElement>(
  reference: VirtualElement | Element | null,
  { placement, gap = 6, below = 0, mayCover = false, isOn = true }: Options,
): RefObject<Floating | null> {
  const floating = useRef<Floating | null>(null);
  useLayoutEffect(() => {
    const element = floating.current;
    if (element === null || reference === null || !isOn) return;
    const padding = { top: 8, right: 8, bottom: 8 + below, left: 8 };
    const place = () => {
      void computePosition(reference, element, {
        placement,
        strategy: 'fixed',
        middleware: [
          offset(gap),
          flip({ padding }),
          shift(
            mayCover
              ? { padding: { ...padding, top: topOfText() }, crossAxis: true, limiter: limitShift({ mainAxis: false }) }
              : { padding },
          ),
          size({
            padding,
            apply: ({ availableHeight, elements }) => {
              elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`);
            },
          }),
        ],
      }).then(({ x, y }) => {
        element.style.left = `${Math.round(x)}px`;
        element.style.top = `${Math.round(y)}px`;
        // Not hidden until here: what is hidden takes no focus.
        element.style.opacity = '1';
      });
    };
    const stop = autoUpdate(reference, element, place);
    return () => {
      stop();
      element.style.removeProperty('left');
      element.style.removeProperty('top');
    };
  });
  return floating;
}

/** Where a text begins to be seen: below what stays at the window's upper end, as the page says for its headings. */
function topOfText(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 8;
}
