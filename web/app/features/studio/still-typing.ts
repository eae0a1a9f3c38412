import type { TypedText } from '@newline/editor/content.ts';

/** A press, with the data that determines the caret's position. */
type Press = { readonly clientX: number; readonly clientY: number; readonly target: unknown };

/**
 * Puts an input at the pressed position of a static text, and focuses it. Text from an earlier press stays in place, in `data-typed`. It
 * uses nothing from outside, because its source is also in the page's HTML, for a press before hydration.
 */
export function pressStill(still: HTMLElement, { clientX, clientY, target }: Press): void {
  const [frame, field] = [still.firstElementChild, still.querySelector<HTMLTextAreaElement>(':scope > textarea')];
  if (!frame || !field || target === field) return;
  const caret = document.caretPositionFromPoint?.(clientX, clientY);
  const block = caret ? [...frame.children].findIndex((child) => child.contains(caret.offsetNode)) : -1;
  if (!caret || block < 0) return;
  const { at } = field.dataset;
  if (at !== undefined) {
    const typed = JSON.parse(still.dataset['typed'] ?? '[]') as unknown[];
    still.dataset['typed'] = JSON.stringify([...typed, { ...(JSON.parse(at) as object), text: field.value }]);
  }
  const before = new Range();
  before.setStart(frame.children[block] ?? frame, 0);
  before.setEnd(caret.offsetNode, caret.offset);
  field.dataset['at'] = JSON.stringify({ block, offset: before.toString().length });
  const { left, top, height } = caret.getClientRect() ?? new DOMRect(clientX, clientY, 0, 20);
  const origin = frame.getBoundingClientRect();
  field.value = '';
  field.style.font = getComputedStyle(caret.offsetNode.parentElement ?? frame).font;
  field.style.left = `${left - origin.left}px`;
  field.style.top = `${top - origin.top}px`;
  field.style.minHeight = `${height}px`;
  field.hidden = false;
  field.focus({ preventScroll: true });
}

/** Returns what was typed into a static text; the last entry is at the caret. */
export function typedInStill(still: HTMLElement): TypedText[] {
  const field = still.querySelector<HTMLTextAreaElement>(':scope > textarea');
  const typed = JSON.parse(still.dataset['typed'] ?? '[]') as TypedText[];
  const at = field?.dataset['at'];
  if (field && at !== undefined) typed.push({ ...(JSON.parse(at) as Omit<TypedText, 'text'>), text: field.value });
  return typed;
}

/** Restores the input, with what was typed, in another static copy of the same text. */
export function resumeStill(still: HTMLElement, { block, offset, text }: TypedText): void {
  const [frame, field] = [still.firstElementChild, still.querySelector<HTMLTextAreaElement>(':scope > textarea')];
  const blockElement = frame?.children[block];
  if (!frame || !field || !blockElement) return;
  const range = new Range();
  range.selectNodeContents(blockElement);
  range.collapse(false);
  const textNodes = document.createTreeWalker(blockElement, NodeFilter.SHOW_TEXT);
  for (let left = offset, node = textNodes.nextNode(); node !== null; node = textNodes.nextNode()) {
    const { length } = node.textContent ?? '';
    if (left <= length) {
      range.setStart(node, left);
      range.collapse(true);
      break;
    }
    left -= length;
  }
  const { left, top, height } = range.getBoundingClientRect();
  const origin = frame.getBoundingClientRect();
  field.dataset['at'] = JSON.stringify({ block, offset });
  field.value = text;
  field.style.font = getComputedStyle(range.startContainer.parentElement ?? blockElement).font;
  field.style.left = `${left - origin.left}px`;
  field.style.top = `${top - origin.top}px`;
  field.style.minHeight = `${height}px`;
  field.hidden = false;
  if (document.activeElement === document.body) field.focus({ preventScroll: true });
}
