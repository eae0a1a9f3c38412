import { Icon } from '@newline/ui/components/icon';
import type { EditorView } from '@tiptap/pm/view';
import { Plus } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { useViewState, type ViewStore } from '../views/view-store.ts';
import { openBlockMenuAfter } from './block-menu-plugin.ts';
import styles from './menus.module.css';

/** Renders the '+' in the gutter of the block under the pointer, or of the one with the caret. */
export function BlockHandle({ store }: { store: ViewStore }) {
  const container = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<HTMLElement | null>(null);
  const current = useViewState(store, (state, view) => blockAround(view, state.selection.from));
  const dom = useViewState(store, (_state, view) => view.dom);
  const isEditing = useViewState(store, (_state, view) => view.hasFocus()) === true;
  const block = hovered?.isConnected === true ? hovered : isEditing ? current : null;

  useEffect(() => {
    if (dom === null) return;
    let frame = 0;
    const move = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHovered((before) => blockUnder(dom, container.current, event, before)));
    };
    // While typing, the caret's block counts, wherever the pointer is.
    const type = () => setHovered(null);
    document.addEventListener('pointermove', move, { passive: true });
    dom.addEventListener('keydown', type);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('pointermove', move);
      dom.removeEventListener('keydown', type);
    };
  }, [dom]);

  const view = store.view();
  const surface = dom?.parentElement ?? null;
  if (view === null || block === null || surface === null || block === dom?.firstElementChild) return null;
  const top = block.getBoundingClientRect().top - surface.getBoundingClientRect().top;
  return (
    <div ref={container} className={styles.handle} style={{ top }}>
      <button
        type="button"
        className={styles.plus}
        aria-label="Add block"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          const pos = positionOf(view, block);
          if (pos !== null) openBlockMenuAfter(view, pos);
        }}
      >
        <Icon of={Plus} small />
      </button>
    </div>
  );
}

function blockAround(view: EditorView, pos: number): HTMLElement | null {
  const $pos = view.state.doc.resolve(pos);
  const dom = view.nodeDOM($pos.depth === 0 ? pos : $pos.before(1));
  return dom instanceof HTMLElement ? dom : null;
}

/** How far left of the text the pointer still belongs to it, on the way to the handle. */
const gutterPx = 88;

/** Returns the block under the pointer, or the previous one while the pointer is on the handle or on what floats above the text. */
function blockUnder(dom: HTMLElement, handle: HTMLElement | null, event: PointerEvent, before: HTMLElement | null): HTMLElement | null {
  const { clientX, clientY, target } = event;
  const { left, right, top, bottom } = dom.getBoundingClientRect();
  if (clientX < left - gutterPx || clientX > right || clientY < top || clientY > bottom) return null;
  const isAbove = target instanceof Element && target.closest('[role=toolbar], [role=menu], [role=listbox], [role=dialog]') !== null;
  if (isAbove || (target instanceof Node && handle?.contains(target) === true)) return before;
  return blockAtHeight(dom, clientY);
}

/** Finds the block at a height of the window by binary search, because the blocks are below each other. */
function blockAtHeight(dom: HTMLElement, y: number): HTMLElement | null {
  const { children } = dom;
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) < y) low = middle + 1;
    else high = middle;
  }
  const block = children[low];
  return block instanceof HTMLElement ? block : null;
}

function positionOf(view: EditorView, block: HTMLElement): number | null {
  const inside = view.posAtDOM(block, 0);
  if (inside < 0) return null;
  const $pos = view.state.doc.resolve(inside);
  return $pos.depth === 0 ? $pos.pos : $pos.before(1);
}
