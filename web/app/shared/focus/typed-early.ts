export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Returns the text fields in an element. */
export function textFieldsIn(element: ParentNode): TextField[] {
  return [
    ...element.querySelectorAll<TextField>('textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])'),
  ];
}

/** Sets the text of a field as if it had been typed, so that React handles it as a change. */
export function setTypedText(field: TextField, text: string): void {
  const { selectionStart, selectionEnd } = field;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // React tracks values set on the field itself and ignores an event whose value it already knows.
  field.value = field.defaultValue === text ? '' : field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The text typed into fields of the server's HTML before hydration, with the position of the caret. */
const early = new Map<TextField, { text: string; caret: number | null }>();

function noteInput({ target }: Event): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    early.set(target, { text: target.value, caret: target.selectionEnd });
}

/** Records what is typed before hydration, because React then resets text areas to the server's text. */
export function recordEarlyText(): void {
  for (const field of textFieldsIn(document))
    if (field.value !== field.defaultValue) early.set(field, { text: field.value, caret: field.selectionEnd });
  document.addEventListener('input', noteInput, true);
}

/**
 * Applies the text typed before hydration to the page's state. React leaves it in a hydrated input but removes it in the next render. Call
 * it once after hydration.
 */
export function applyEarlyText(): void {
  document.removeEventListener('input', noteInput, true);
  const noted = [...early];
  early.clear();
  const currentFields = new Set<unknown>(textFieldsIn(document));
  for (const [field, { text, caret }] of noted) {
    if (!currentFields.has(field)) continue;
    const isReset = field.value !== text;
    setTypedText(field, text);
    if (isReset && caret !== null) field.setSelectionRange(caret, caret);
  }
}
