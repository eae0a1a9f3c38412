import type { EarlyValue } from './typed-early.ts';

/**
 * Repeats what users chose in selects, checkboxes, radio buttons and file inputs before hydration, as if they chose it now, so that React
 * handles it as a change.
 */
export function applyChoices(chosen: readonly [Element, EarlyValue][]): void {
  for (const [field, { text, isChecked }] of chosen) {
    if (!field.isConnected || field.matches(':disabled')) continue;
    if (field instanceof HTMLSelectElement) {
      field.value = text;
      // The option may be gone.
      if (field.value === text) dispatchChange(field);
    } else if (field instanceof HTMLInputElement) {
      if (field.type === 'file') dispatchChange(field);
      // Another button of its group is the selected one.
      else if (field.type === 'checkbox' || isChecked) {
        // React tracks a value set on the field itself, and then handles the click as a change.
        field.checked = !isChecked;
        field.click();
      }
    }
  }
}

function dispatchChange(field: Element): void {
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
