/** The attributes that mark the slots of a page's copy: for attributes of an element, and for its text. Their values begin with a token. */
export const slotAttribute = 'data-own';
export const textSlotAttribute = 'data-own-text';

/** The ID of the element with what belongs to the reader, as JSON. */
export const ownElementId = 'own';
