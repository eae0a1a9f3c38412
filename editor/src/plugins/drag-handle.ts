import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin, PluginKey, type PluginView } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { moveBlocks } from '../commands/move-blocks.ts';
import { titleNodeName } from '../editor-schema.ts';
import { makeElement, makeIcon } from '../views/make-element.ts';
import { announce } from './announcer.ts';
import { throttle } from './throttle.ts';

/**
 * The shortest intervals, in milliseconds, at which the handle follows the pointer, a drag scrolls the page, and the handle follows a
 * scroll.
 */
const pointerMs = 200;
const dragMs = 350;
const scrollMs = 200;

/** The distance from the edge of the window at which a drag scrolls the page, and how far it scrolls. */
const edgePx = 80;
const stepPx = 160;

const grip = 'M9 12h.01M9 5h.01M9 19h.01M15 12h.01M15 5h.01M15 19h.01';

/**
 * The handle of the block under the pointer or the caret: it drags the block, and the arrow keys move the block while it's focused. There's
 * no handle on a screen without a pointer. Alt+Up and Alt+Down do the same everywhere.
 */
export const DragHandle = Extension.create({
  name: 'dragHandle',
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey('dragHandle'), view: (view) => new Handle(view) })],
});

class Handle implements PluginView {
  readonly #view: EditorView;
  readonly #element = makeElement('div', { class: 'drag-handle', contenteditable: 'false' });
  readonly #grip = makeElement('button', { type: 'button', class: 'drag-handle__grip', 'aria-label': 'Drag block', draggable: 'true' });
  readonly #stop = new AbortController();
  readonly #followCaret = throttle((view: EditorView) => {
    if (view.isDestroyed) return;
    if (this.#element.contains(document.activeElement) || view.dragging !== null) {
      this.#align();
      return;
    }
    if (!view.hasFocus()) return;
    const { $from } = view.state.selection;
    this.#showAt($from.depth === 0 ? $from.pos : $from.before(1));
  }, pointerMs);
  /** The element of the block next to the handle. */
  #block: HTMLElement | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    this.#grip.append(makeIcon(grip));
    this.#grip.title = 'Drag, or Alt+Up and Alt+Down';
    this.#element.append(this.#grip);
    this.#element.hidden = true;
    view.dom.after(this.#element);

    const { signal } = this.#stop;
    const listen = (target: EventTarget, name: string, handle: (event: Event) => void) => {
      target.addEventListener(name, handle, { signal, passive: name === 'scroll' });
    };
    const follow = throttle((event: Event) => this.#follow(event), pointerMs);
    listen(view.dom, 'mousemove', follow);
    listen(
      window,
      'scroll',
      throttle(() => this.#align(), scrollMs),
    );
    listen(
      window,
      'resize',
      throttle(() => this.#align(), scrollMs),
    );
    listen(this.#grip, 'dragstart', (event) => this.#startDrag(event));
    listen(
      this.#grip,
      'drag',
      throttle((event: Event) => this.#scrollAtEdge(event), dragMs),
    );
    listen(this.#grip, 'dragend', () => {
      view.dragging = null;
      view.dom.classList.remove('is-dragging');
    });
    listen(this.#grip, 'click', () => this.#select());
    listen(this.#grip, 'keydown', (event) => this.#handleKey(event));
  }

  /** Moves the handle to the caret, unless it's in use. Reading the layout of a long text on each key would be slow. */
  update(): void {
    this.#followCaret(this.#view);
  }

  destroy(): void {
    this.#stop.abort();
    this.#element.remove();
  }

  #follow(event: Event): void {
    const { target } = event;
    let element = target instanceof Element ? target : null;
    while (element !== null && element.parentElement !== this.#view.dom) element = element.parentElement;
    if (element instanceof HTMLElement) this.#show(element);
  }

  #showAt(pos: number): void {
    const element = this.#view.nodeDOM(pos);
    if (element instanceof HTMLElement) this.#show(element);
  }

  #show(block: HTMLElement): void {
    this.#block = block;
    this.#align();
  }

  /** Returns the start of the block, or null if it's gone or is the title. */
  #position(): number | null {
    const { state, dom } = this.#view;
    if (this.#block === null || this.#block.parentElement !== dom) return null;
    const inside = this.#view.posAtDOM(this.#block, 0, -1);
    const $inside = state.doc.resolve(Math.min(inside, state.doc.content.size));
    const pos = $inside.depth === 0 ? $inside.pos : $inside.before(1);
    const node = state.doc.nodeAt(pos);
    return node === null || node.type.name === titleNodeName ? null : pos;
  }

  #align(): void {
    // Throttled work can run after the editor is gone.
    if (this.#view.isDestroyed) return;
    const isShown = this.#view.editable && this.#position() !== null;
    this.#element.hidden = !isShown;
    const parent = this.#element.offsetParent;
    if (!isShown || parent === null || this.#block === null) return;
    const top = this.#block.getBoundingClientRect().top - parent.getBoundingClientRect().top;
    this.#element.style.setProperty('--top', `${top}px`);
  }

  #select(): number | null {
    const pos = this.#position();
    if (pos === null) return null;
    const { state } = this.#view;
    const node = state.doc.nodeAt(pos);
    if (node?.type.spec.selectable !== false) this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)));
    return pos;
  }

  #startDrag(event: Event): void {
    if (!(event instanceof DragEvent) || event.dataTransfer === null || this.#select() === null) {
      event.preventDefault();
      return;
    }
    const { selection } = this.#view.state;
    const slice = selection.content();
    const { dom, text } = this.#view.serializeForClipboard(slice);
    event.dataTransfer.clearData();
    event.dataTransfer.setData('text/html', dom.innerHTML);
    event.dataTransfer.setData('text/plain', text);
    event.dataTransfer.effectAllowed = 'copyMove';
    if (this.#block !== null) event.dataTransfer.setDragImage(this.#block, 0, 0);
    this.#view.dragging = { slice, move: true };
    this.#view.dom.classList.add('is-dragging');
  }

  #scrollAtEdge(event: Event): void {
    if (!(event instanceof DragEvent) || event.clientY === 0) return;
    if (event.clientY < edgePx) window.scrollBy({ top: -stepPx, behavior: 'smooth' });
    else if (event.clientY > window.innerHeight - edgePx) window.scrollBy({ top: stepPx, behavior: 'smooth' });
  }

  #handleKey(event: Event): void {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === 'Escape') this.#view.focus();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (this.#select() === null) return;
    const direction = event.key === 'ArrowUp' ? -1 : 1;
    const moved = moveBlocks(this.#view.state, direction);
    if (moved === null) return;
    this.#view.dispatch(moved.tr);
    this.#showAt(this.#view.state.selection.from);
    announce(this.#view, `Moved ${direction === -1 ? 'up' : 'down'}: ${moved.position} of ${moved.count}.`);
  }
}
