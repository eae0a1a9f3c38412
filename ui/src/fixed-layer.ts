import { createContext, useContext } from 'react';

/** True inside what stays in place while the page scrolls: a side panel, a dialog, a bar that sticks to the window's edge. */
export const FixedLayer = createContext(false);

/** How a popup has to be placed to stay with the button that opened it: with the page, or with the layer over it. */
export function usePositionMethod(): 'absolute' | 'fixed' {
  return useContext(FixedLayer) ? 'fixed' : 'absolute';
}
