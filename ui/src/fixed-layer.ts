import { createContext, useContext } from 'react';

/** True inside elements that stay in place while the page scrolls: a side panel, a dialog, a sticky bar. */
export const FixedLayer = createContext(false);

/** Returns how to position a popup so that it stays with its button: with the page, or with a fixed layer. */
export function usePositionMethod(): 'absolute' | 'fixed' {
  return useContext(FixedLayer) ? 'fixed' : 'absolute';
}
