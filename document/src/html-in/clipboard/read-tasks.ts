import { emptyRecord } from '../../empty-record.ts';
import { findElement, hasClass, textOfPieces, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

/** Converts the checkbox of a list item to the class of a task, as in GitHub, Google Docs, Notion and Confluence. */
export function readTasks(element: HtmlElement): HtmlElement {
  const { tag, attributes, children } = element;
  if (tag !== 'li') return element;
  if (attributes['role'] === 'checkbox' && attributes['aria-checked'] !== undefined)
    return asTask(
      children.filter((child) => !isSign(child)),
      attributes['aria-checked'] === 'true',
    );
  if (attributes['data-inline-task-id'] !== undefined || attributes['data-task-state'] !== undefined)
    return asTask(children, hasClass(element, 'checked') || attributes['data-task-state'] === 'DONE');
  const checkbox = takeCheckbox(children);
  if (checkbox !== null) return asTask(checkbox.rest, checkbox.isChecked);
  const first = children.findIndex((child) => typeof child !== 'string' || child.trim() !== '');
  const words = children[first];
  const [mark = '', sign] = (typeof words === 'string' && /^\s*\[([ xX])\]\s+/u.exec(words)) || [];
  if (typeof words !== 'string' || sign === undefined) return element;
  return asTask(children.with(first, words.slice(mark.length)), sign !== ' ');
}

/** Whether a piece is the image that Google Docs shows as a checkbox. */
export function isSign(piece: HtmlPiece): boolean {
  if (typeof piece === 'string' || piece.tag !== 'img') return false;
  return piece.attributes['role'] === 'presentation' || piece.attributes['aria-roledescription'] === 'checkbox';
}

/** Removes and returns a checkbox at the start of an item, also inside a label or a paragraph. */
function takeCheckbox(children: readonly HtmlPiece[]): { readonly rest: readonly HtmlPiece[]; readonly isChecked: boolean } | null {
  for (const [index, child] of children.entries()) {
    if (typeof child === 'string' && child.trim() === '') continue;
    if (typeof child === 'string') return null;
    if (child.tag === 'task-button' || isBlank(child)) continue;
    if (child.tag === 'input') {
      if (child.attributes['type'] !== 'checkbox') return null;
      return { rest: children.toSpliced(index, 1), isChecked: 'checked' in child.attributes };
    }
    const inner = /^(?:p|label|span|div)$/u.test(child.tag) ? takeCheckbox(child.children) : null;
    return inner === null ? null : { ...inner, rest: children.with(index, { ...child, children: inner.rest }) };
  }
  return null;
}

/** Whether an element has nothing to show, such as Obsidian's sign of an item. */
function isBlank(element: HtmlElement): boolean {
  return (
    /^(?:div|span)$/u.test(element.tag) &&
    findElement(element, ({ tag }) => tag === 'input' || tag === 'img') === undefined &&
    textOfPieces(element.children).trim() === ''
  );
}

function asTask(children: readonly HtmlPiece[], isDone: boolean): HtmlElement {
  const attributes = emptyRecord<string>();
  attributes['class'] = isDone ? 'task task--done' : 'task';
  return { tag: 'li', attributes, children };
}
