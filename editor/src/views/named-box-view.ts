import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView, ViewMutationRecord } from '@tiptap/pm/view';
import { type FormKind, openForm } from '../forms/forms-plugin.ts';
import { iconPaths, makeButton, makeElement, makeIcon } from './make-element.ts';
import styles from './views.module.css';

interface Options {
  readonly form: FormKind;
  readonly icon: keyof typeof iconPaths;
  /** Returns the text of the line at the top. */
  readonly nameOf: (node: DocumentNode) => string;
}

/** A block with a line that names it and opens its form, and its content, if any, below. */
export class NamedBoxView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM?: HTMLElement;
  readonly #name = makeElement('span', { class: styles.embedName });
  readonly #options: Options;
  #node: DocumentNode;

  constructor(node: DocumentNode, view: EditorView, getPos: () => number | undefined, options: Options) {
    this.#node = node;
    this.#options = options;
    const edit = makeButton('Edit', styles.textButton ?? '', () => {
      const pos = getPos();
      if (pos !== undefined) view.dispatch(openForm(view.state.tr, { kind: options.form, at: pos, isEdit: true }));
    });
    const bar = makeElement(
      'div',
      { class: styles.embedBar, contenteditable: 'false' },
      makeIcon(iconPaths[options.icon]),
      this.#name,
      edit,
    );
    this.dom = makeElement('div', { class: styles.namedBox }, bar);
    if (!node.type.isLeaf) {
      this.contentDOM = makeElement('div', { class: styles.namedContent });
      this.dom.append(this.contentDOM);
    }
    this.#name.textContent = options.nameOf(node);
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#name.textContent = this.#options.nameOf(node);
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button') !== null;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && this.contentDOM?.contains(mutation.target) !== true;
  }

  selectNode(): void {
    this.dom.classList.add(styles.selected ?? '');
  }

  deselectNode(): void {
    this.dom.classList.remove(styles.selected ?? '');
  }
}
