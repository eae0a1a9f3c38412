import { emptyRecord } from '../../empty-record.ts';
import type { HtmlElement, HtmlPiece } from '../html-tree.ts';

const done = '☑ ';
const open = '☐ ';

/** Converts the checkbox of a list item to a character, as in GitHub, Google Docs and Notion. */
export function readTasks(element: HtmlElement): HtmlElement {
  const { tag, attributes, children } = element;
  if (tag !== 'li') return element;
  if (attributes['role'] === 'checkbox' && attributes['aria-checked'] !== undefined)
    return withSign(
      { ...element, children: children.filter((child) => !isSign(child)) },
      attributes['aria-checked'] === 'true' ? done : open,
    );
  const checkbox = takeCheckbox(children);
  if (checkbox !== null) return withSign({ ...element, children: checkbox.rest }, checkbox.isChecked ? done : open);
  const first = children.findIndex((child) => typeof child !== 'string' || child.trim() !== '');
  const words = children[first];
  if (typeof words === 'string') {
    const [mark = '', sign = ''] = /^\s*\[([ xX])\]\s+/u.exec(words) ?? [];
    if (mark === '') return element;
    const rest = children.with(first, words.slice(mark.length));
    return withSign({ ...element, children: rest }, sign === ' ' ? open : done);
  }
  return element;
}

/** The image that Google Docs shows as a checkbox. */
function isSign(piece: HtmlPiece): boolean {
  return typeof piece !== 'string' && piece.tag === 'img' && piece.attributes['role'] === 'presentation';
}

/** Removes and returns a checkbox at the start of an item, also inside a label or a paragraph. */
function takeCheckbox(children: readonly HtmlPiece[]): { readonly rest: readonly HtmlPiece[]; readonly isChecked: boolean } | null {
  for (const [index, child] of children.entries()) {
    if (typeof child === 'string' && child.trim() === '') continue;
    if (typeof child === 'string') return null;
    if (child.tag === 'input') {
      if (child.attributes['type'] !== 'checkbox') return null;
      return { rest: children.toSpliced(index, 1), isChecked: 'checked' in child.attributes };
    }
    const inner = /^(?:p|label|span|div)$/u.test(child.tag) ? takeCheckbox(child.children) : null;
    return inner === null ? null : { ...inner, rest: children.with(index, { ...child, children: inner.rest }) };
  }
  return null;
}

/** Inserts the character before the text, in the same paragraph. */
function withSign(item: HtmlElement, sign: string): HtmlElement {
  const { children } = item;
  const index = children.findIndex((child) => typeof child !== 'string' || child.trim() !== '');
  const first = children[index];
  if (typeof first === 'object' && /^(?:p|div|label)$/u.test(first.tag))
    return { ...item, children: children.with(index, withSign(first, sign)) };
  const words = typeof first === 'string' ? children.with(index, first.trimStart()) : children;
  return { ...item, attributes: item.tag === 'li' ? emptyRecord() : item.attributes, children: [sign, ...words] };
}
