import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { safeUrl } from '@newline/document/safe-url';
import { baseKeymap, toggleMark } from '@tiptap/pm/commands';
import { closeHistory, redo, undo } from '@tiptap/pm/history';
import { keymap } from '@tiptap/pm/keymap';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Command, EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { StepMap } from '@tiptap/pm/transform';
import { EditorView, type NodeView } from '@tiptap/pm/view';
import { openNoteEvent } from '../commands/insert-footnote.ts';
import { makeElement } from './make-element.ts';

/** The marks that keys set in a note, as in the text. */
const markKeys: Readonly<Record<string, string>> = {
  'Mod-b': 'bold',
  'Mod-i': 'italic',
  'Mod-e': 'code',
  'Mod-u': 'underline',
  'Mod-Shift-x': 'strikethrough',
  'Mod-Shift-h': 'highlight',
  'Mod-Shift-e': 'formula',
};

const outside = 'fromOutside';

/**
 * A footnote in the editor: its number, and a box with its text. The box is an editor of its own, whose changes are changes of the whole text, so
 * undo, saving and annotations know nothing else.
 */
export class FootnoteView implements NodeView {
  readonly dom = makeElement('span', { class: 'fnref nl-fn', contenteditable: 'false', role: 'button', 'aria-haspopup': 'dialog' });
  readonly #outer: EditorView;
  readonly #getPos: () => number | undefined;
  #node: DocumentNode;
  /** Whether the text has changed since the box was opened. */
  #isWritten = false;
  #box: { readonly element: HTMLElement; readonly inner: EditorView; stop(): void } | null = null;

  constructor(node: DocumentNode, outer: EditorView, getPos: () => number | undefined) {
    this.#node = node;
    this.#outer = outer;
    this.#getPos = getPos;
    this.dom.addEventListener('mousedown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#select();
      this.open();
    });
    this.dom.addEventListener(openNoteEvent, () => this.open());
  }

  update(node: DocumentNode): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#follow();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  stopEvent(): boolean {
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    const hadFocus = this.#box?.element.contains(document.activeElement) === true;
    this.#remove();
    // The note was undone from its box.
    if (hadFocus) queueMicrotask(() => this.#outer.isDestroyed || this.#outer.focus());
  }

  /** Opens the box with the text and moves the focus into it. */
  open(): void {
    if (this.#box !== null || !this.#outer.editable) {
      this.#box?.inner.focus();
      return;
    }
    const text = makeElement('div', { class: 'nl-note__text prose' });
    const element = makeElement('div', { class: 'nl-note', role: 'dialog', 'aria-label': 'Footnote' }, text);
    const inner = new EditorView(text, {
      state: EditorState.create({ doc: this.#node, plugins: [this.#keys(), keymap(baseKeymap)] }),
      dispatchTransaction: (tr) => this.#dispatch(tr),
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Text of the footnote' },
      handlePaste: (view, event) => pasteLine(view, event.clipboardData?.getData('text/plain') ?? ''),
    });
    element.append(this.#actions(inner));
    element.addEventListener('focusout', ({ relatedTarget }) => {
      // Another window has the focus now, or it stays in the box.
      if (!document.hasFocus() || (relatedTarget instanceof Node && element.contains(relatedTarget))) return;
      this.#close(false);
    });
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      this.#close(true);
    });
    (this.#outer.dom.parentElement ?? document.body).append(element);
    const updatePosition = () => {
      void computePosition(this.dom, element, {
        placement: 'bottom-start',
        strategy: 'fixed',
        middleware: [offset(8), flip({ padding: 8 }), shift({ padding: 8 })],
      }).then(({ x, y }) => {
        Object.assign(element.style, { left: `${Math.round(x)}px`, top: `${Math.round(y)}px` });
      });
    };
    this.#isWritten = false;
    this.#box = { element, inner, stop: autoUpdate(this.dom, element, updatePosition) };
    inner.dispatch(inner.state.tr.setSelection(TextSelection.atEnd(inner.state.doc)));
    inner.focus();
  }

  #keys() {
    const close: Command = () => {
      this.#close(true);
      return true;
    };
    const lineBreak: Command = ({ schema, tr }, dispatch) => {
      const type = schema.nodes['hardBreak'];
      if (type !== undefined) dispatch?.(tr.replaceSelectionWith(type.create()).scrollIntoView());
      return true;
    };
    const history =
      (command: Command): Command =>
      () =>
        command(this.#outer.state, this.#outer.dispatch);
    const marks = Object.entries(markKeys).flatMap(([keys, name]) => {
      const type = this.#outer.state.schema.marks[name];
      return type === undefined ? [] : [[keys, toggleMark(type)] as const];
    });
    return keymap({
      ...Object.fromEntries(marks),
      Enter: close,
      'Mod-Enter': close,
      'Shift-Enter': lineBreak,
      'Mod-z': history(undo),
      'Mod-y': history(redo),
      'Mod-Shift-z': history(redo),
      'Mod-k': () => {
        this.#box?.element.querySelector('input')?.focus();
        return true;
      },
    });
  }

  #actions(inner: EditorView): HTMLElement {
    const address = makeElement('input', {
      type: 'text',
      inputmode: 'url',
      'aria-label': 'Link of the selected text',
      placeholder: 'Link',
    });
    const setLink = () => {
      const href = safeUrl(address.value);
      const { link } = inner.state.schema.marks;
      const { from, to, empty } = inner.state.selection;
      if (link === undefined || (address.value !== '' && href === null)) {
        address.setAttribute('aria-invalid', 'true');
        return;
      }
      const tr = inner.state.tr;
      if (href !== null && empty) tr.insert(from, inner.state.schema.text(href, [link.create({ href })]));
      else if (href !== null) tr.addMark(from, to, link.create({ href }));
      else tr.removeMark(from, to, link);
      inner.dispatch(tr);
      address.value = '';
      address.removeAttribute('aria-invalid');
      inner.focus();
    };
    address.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      setLink();
    });
    const remove = makeElement('button', { type: 'button' }, 'Remove');
    remove.addEventListener('click', () => this.#delete());
    const done = makeElement('button', { type: 'button' }, 'Done');
    done.addEventListener('click', () => this.#close(true));
    return makeElement('div', { class: 'nl-note__actions' }, address, remove, done);
  }

  /** Applies a change in the box, and the same change to the whole text. */
  #dispatch(tr: Transaction): void {
    const { inner } = this.#box ?? {};
    const pos = this.#getPos();
    if (inner === undefined || pos === undefined) return;
    const { state, transactions } = inner.state.applyTransaction(tr);
    inner.updateState(state);
    if (tr.getMeta(outside) === true) return;
    const change = this.#outer.state.tr;
    const map = StepMap.offset(pos + 1);
    for (const { steps } of transactions) {
      for (const step of steps) {
        const mapped = step.map(map);
        if (mapped !== null) change.step(mapped);
      }
    }
    // Undo removes what was written in the box first, then the note itself.
    if (change.docChanged) this.#outer.dispatch(this.#isWritten ? change : closeHistory(change));
    this.#isWritten = true;
  }

  /** Shows a change from outside, such as undo, in the box. */
  #follow(): void {
    const { inner } = this.#box ?? {};
    if (inner === undefined) return;
    const start = this.#node.content.findDiffStart(inner.state.doc.content);
    const end = this.#node.content.findDiffEnd(inner.state.doc.content);
    if (start === null || end === null) return;
    const overlap = Math.max(0, start - Math.min(end.a, end.b));
    inner.dispatch(inner.state.tr.replace(start, end.b + overlap, this.#node.slice(start, end.a + overlap)).setMeta(outside, true));
  }

  #select(): void {
    const pos = this.#getPos();
    if (pos !== undefined) this.#outer.dispatch(this.#outer.state.tr.setSelection(NodeSelection.create(this.#outer.state.doc, pos)));
  }

  /** Closes the box. A note without text is deleted. */
  #close(hasFocus: boolean): void {
    if (this.#box === null) return;
    this.#remove();
    const pos = this.#getPos();
    if (pos === undefined) return;
    if (this.#node.textContent.trim() === '') this.#delete();
    else if (hasFocus) {
      const { tr } = this.#outer.state;
      this.#outer.dispatch(tr.setSelection(TextSelection.create(tr.doc, pos + this.#node.nodeSize)));
    }
    if (hasFocus) this.#outer.focus();
  }

  #delete(): void {
    this.#remove();
    const pos = this.#getPos();
    if (pos === undefined) return;
    const tr = this.#outer.state.tr.delete(pos, pos + this.#node.nodeSize);
    this.#outer.dispatch(tr.setSelection(TextSelection.create(tr.doc, pos)));
    this.#outer.focus();
  }

  #remove(): void {
    const box = this.#box;
    this.#box = null;
    box?.stop();
    box?.inner.destroy();
    box?.element.remove();
  }
}

/** Pastes as one line of text. A URL becomes a link, on the selected text if there is any. */
function pasteLine(view: EditorView, pasted: string): boolean {
  const text = pasted.trim().replaceAll(/\s+/gu, ' ');
  if (text === '') return true;
  const { link } = view.state.schema.marks;
  const href = /^https?:\/\/\S+$/u.test(text) ? safeUrl(text) : null;
  const { from, to, empty } = view.state.selection;
  if (href === null || link === undefined) view.dispatch(view.state.tr.insertText(text));
  else if (empty) view.dispatch(view.state.tr.replaceSelectionWith(view.state.schema.text(text, [link.create({ href })]), false));
  else view.dispatch(view.state.tr.addMark(from, to, link.create({ href })));
  return true;
}
