import type { Node } from '@tiptap/pm/model';
import type { NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { makeElement } from './make-element.ts';

/** The minimum width of columns without a width of their own, in pixels. */
export const minColumnPx = 48;

/** A table that scrolls horizontally, with `col` elements for its columns, whose widths change by dragging. */
export class TableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = makeElement('tbody');
  readonly #columns = makeElement('colgroup');
  readonly #table: HTMLTableElement;
  #node: Node;

  constructor(node: Node) {
    this.#node = node;
    this.#table = makeElement('table', { class: 'table' }, this.#columns, this.contentDOM);
    this.dom = makeElement('div', { class: 'table-frame' }, this.#table);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSameRow = node.firstChild === this.#node.firstChild;
    this.#node = node;
    if (!isSameRow) this.#show();
    return true;
  }

  /** Creates the columns from the first row. */
  #show(): void {
    const widths: (number | null)[] = [];
    this.#node.firstChild?.forEach(({ attrs }) => {
      const columnWidths: unknown = attrs['colwidth'];
      const span = Number(attrs['colspan']) || 1;
      for (let index = 0; index < span; index += 1) {
        const width: unknown = Array.isArray(columnWidths) ? columnWidths[index] : null;
        widths.push(typeof width === 'number' && width > 0 ? width : null);
      }
    });
    while (this.#columns.childElementCount > widths.length) this.#columns.lastElementChild?.remove();
    while (this.#columns.childElementCount < widths.length) this.#columns.append(makeElement('col'));
    widths.forEach((width, index) => {
      const column = this.#columns.children[index];
      if (column instanceof HTMLElement) column.style.width = width === null ? '' : `${width}px`;
    });
    const total = widths.reduce<number>((sum, width) => sum + (width ?? minColumnPx), 0);
    const isFixed = widths.every((width) => width !== null);
    this.#table.style.width = isFixed ? `${total}px` : '';
    this.#table.style.minWidth = isFixed ? '' : `${total}px`;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes' && !this.contentDOM.contains(mutation.target);
  }
}
