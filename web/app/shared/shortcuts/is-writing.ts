/** True where a key belongs to what has the focus: where something is written or chosen, and in a dialog. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null;
}
