import { type RefCallback, useCallback } from 'react';
import { useLocation } from 'react-router';
import { keepBoxPosition } from './keep-position.ts';

/**
 * Records how far a box with its own scroll bar is scrolled, for Back, Forward and reload.
 *
 * @param name distinguishes the boxes of a page
 * @param isRestored true to scroll it to where it was left in this history entry
 * @returns the ref of the element in the box that moves with it
 */
export function useBoxPosition(name: string, isRestored: boolean): RefCallback<HTMLElement> {
  const { key } = useLocation();
  return useCallback(
    (content) => (content === null ? undefined : keepBoxPosition({ key, name, isRestored }, content)),
    [key, name, isRestored],
  );
}
