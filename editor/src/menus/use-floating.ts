import { autoUpdate, computePosition, flip, limitShift, offset, shift, size, type Placement, type VirtualElement } from '@floating-ui/dom';
import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Options {
  readonly placement: Placement;
  readonly gap?: number;
  /** The height at the bottom of the window that something else takes, in pixels. */
  readonly below?: number;
  /** True if it may cover its reference where that is taller than the window. */
  readonly mayCover?: boolean;
  /** False while the element has a fixed position, as on a phone. */
  readonly isOn?: boolean;
}

/**
 * Keeps an element next to a position on the page, within the window: it moves to the other side where there is no room and is never taller
 * than its room. `reference` is read again on each render.
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
    const updatePosition = () => {
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
        // Hidden only now, because hidden elements can't be focused.
        element.style.opacity = '1';
      });
    };
    const stop = autoUpdate(reference, element, updatePosition);
    return () => {
      stop();
      element.style.removeProperty('left');
      element.style.removeProperty('top');
    };
  });
  return floating;
}

/** Returns where the visible part of a text begins: below what stays at the top of the window, as the page defines for its headings. */
function topOfText(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 8;
}
