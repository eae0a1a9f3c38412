import { slotAttribute, textSlotAttribute } from '@newline/api/rules/page-slots';
import { usePageFacts } from '../page-facts.tsx';

/** Marks the slots of a copy. */
export type Slots = {
  /** Marks the place of attributes: put it before attributes that it replaces, because the first of two attributes counts. */
  attributes: (name: string) => Readonly<Record<string, string | boolean>>;
  /** Marks an element whose only child is a text, even an empty one. */
  text: (name: string) => Readonly<Record<string, string | boolean>>;
};

/**
 * Returns functions that mark the slots of a copy: positions in the HTML that the server fills for each reader, so that nothing changes after
 * the first paint, and pages without scripts are complete. The element must show the same as it does for a reader without anything of their
 * own. Elsewhere, they mark nothing.
 */
export const useSlots: () => Slots = import.meta.env.SSR ? useMarkedSlots : () => filledSlots;

function useMarkedSlots(): Slots {
  const { slotToken } = usePageFacts();
  if (slotToken === undefined) return noSlots;
  return {
    attributes: (name) => ({ [slotAttribute]: `${slotToken} ${name}` }),
    text: (name) => ({ [textSlotAttribute]: `${slotToken} ${name}` }),
  };
}

const nothing = {};
/** Marks nothing. */
export const noSlots: Slots = { attributes: () => nothing, text: () => nothing };
/** In the browser, the server has filled the slots before React takes over the elements. */
const filled = () => ({ suppressHydrationWarning: true });
const filledSlots: Slots = { attributes: filled, text: filled };
