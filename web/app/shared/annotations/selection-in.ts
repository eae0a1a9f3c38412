/** The selected words when all of them, or a part, are in this text; null for none. */
export function selectionIn(text: HTMLElement): Range | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(text) || selection.toString().trim() === '') return null;
  const { activeElement } = document;
  // What is selected in a field or a dialog is not the text's.
  return activeElement?.closest('input, textarea, select, [contenteditable="true"], dialog, [role="dialog"]') ? null : range.cloneRange();
}

/** Control+Alt+M, on a Mac Command+Option+M: comments on what is selected, or chooses a paragraph. */
export function isCommentKey({ code, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
  return code === 'KeyM' && altKey && (ctrlKey || metaKey) && !isTyping;
}
