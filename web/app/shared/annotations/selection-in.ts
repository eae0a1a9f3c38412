/** Returns the selection if all or part of it is inside the text; otherwise null. */
export function selectionIn(text: HTMLElement): Range | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(text) || selection.toString().trim() === '') return null;
  const { activeElement } = document;
  // A selection inside a field or a dialog doesn't belong to the text.
  return activeElement?.closest('input, textarea, select, [contenteditable="true"], dialog, [role="dialog"]') ? null : range.cloneRange();
}

/** True for Control+Alt+M (Command+Option+M on a Mac), which comments on the selection or starts choosing a paragraph. */
export function isCommentKey(event: KeyboardEvent): boolean {
  return isKeyOfText(event, 'KeyM');
}

/** True for Control+Alt+N (Command+Option+N on a Mac), which writes a note about the selection or starts choosing a paragraph. */
export function isNoteKey(event: KeyboardEvent): boolean {
  return isKeyOfText(event, 'KeyN');
}

function isKeyOfText({ code, altKey, ctrlKey, metaKey, target }: KeyboardEvent, key: string): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
  return code === key && altKey && (ctrlKey || metaKey) && !isTyping;
}
