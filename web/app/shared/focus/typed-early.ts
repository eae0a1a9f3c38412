export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields in an element that take text. */
export function textFieldsIn(element: ParentNode): TextField[] {
  return [
    ...element.querySelectorAll<TextField>('textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])'),
  ];
}

/** Puts a text into a field as if it had been typed: React takes it for a change, whatever it knows of the field. */
export function setTypedText(field: TextField, text: string): void {
  const { selectionStart, selectionEnd } = field;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // React hears of what is set on the field itself, and compares what it heard last with what the event brings.
  field.value = field.defaultValue === text ? '' : field.defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** What was typed into the fields of the server's HTML, and where the caret was, until React has taken them over. */
const early = new Map<TextField, { text: string; caret: number | null }>();

function noteInput({ target }: Event): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    early.set(target, { text: target.value, caret: target.selectionEnd });
}

/** Remembers what is typed before React takes the page over: it writes the server's text into a text area then. */
export function noteEarlyText(): void {
  for (const field of textFieldsIn(document))
    if (field.value !== field.defaultValue) early.set(field, { text: field.value, caret: field.selectionEnd });
  document.addEventListener('input', noteInput, true);
}

/**
 * Brings what was typed before into the state of the page: React leaves it in an input that it takes over, and removes it when it renders that
 * again with the text that it knows. Call it once, after the page was taken over.
 */
export function takeEarlyText(): void {
  document.removeEventListener('input', noteInput, true);
  const noted = [...early];
  early.clear();
  const known = new Set<unknown>(textFieldsIn(document));
  for (const [field, { text, caret }] of noted) {
    if (!known.has(field)) continue;
    const isReset = field.value !== text;
    setTypedText(field, text);
    if (isReset && caret !== null) field.setSelectionRange(caret, caret);
  }
}
