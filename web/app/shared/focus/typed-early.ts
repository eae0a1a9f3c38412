export type TextField = HTMLInputElement | HTMLTextAreaElement;
type Field = TextField | HTMLSelectElement;

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

/** What a field contained before hydration: its text or selected option, the position of the caret, and whether it was checked. */
export type EarlyValue = { text: string; caret: number | null; isChecked: boolean };

/** The fields of the server's HTML that were changed before hydration. */
const early = new Map<Field, EarlyValue>();

/** Selects, checkboxes, radio buttons and file inputs: fields in which users choose instead of typing. */
const choices = 'select, [type=checkbox], [type=radio], [type=file]';

function noteInput({ target }: Event): void {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) note(target);
}

function note(field: Field): void {
  const caret = 'selectionEnd' in field ? field.selectionEnd : null;
  early.set(field, { text: field.value, caret, isChecked: 'checked' in field && field.checked });
}

function isChanged(field: Field): boolean {
  if (!(field instanceof HTMLSelectElement))
    return field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked);
  const initial = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(0, initial);
}

/** Records what is typed and chosen before hydration, because React then resets it to the server's values, at the latest in the next render. */
export function recordEarlyText(): void {
  for (const field of document.querySelectorAll<Field>('textarea, select, input:not([type=range])')) if (isChanged(field)) note(field);
  document.addEventListener('input', noteInput, true);
}

let applied: Promise<void> = Promise.resolve();

/** Resolves when everything that was chosen before hydration is part of the page's state. */
export function earlyApplied(): Promise<void> {
  return applied;
}

/**
 * Applies what was typed and chosen before hydration to the page's state. React leaves it in a hydrated input but removes it in the next
 * render. Call it once after hydration.
 */
export function applyEarlyText(): void {
  document.removeEventListener('input', noteInput, true);
  const noted = [...early].filter(([{ isConnected }]) => isConnected);
  early.clear();
  const chosen: [Field, EarlyValue][] = [];
  for (const [field, value] of noted) {
    if (field instanceof HTMLSelectElement || field.matches(choices)) {
      chosen.push([field, value]);
      continue;
    }
    const { text, caret } = value;
    const isReset = field.value !== text;
    setTypedText(field, text);
    if (isReset && caret !== null) field.setSelectionRange(caret, caret);
  }
  if (chosen.length > 0) applied = import('./apply-choices.ts').then(({ applyChoices }) => applyChoices(chosen));
}
