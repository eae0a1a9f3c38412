import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { BlockItem } from './block-items.ts';
import { findBlockItems } from './find-block-items.ts';

/** The open block menu. The search term is in the text, after `from`. */
export interface BlockMenuState {
  /** The position before the slash, or the caret's position when the '+' handle was pressed. */
  readonly from: number;
  readonly hasSlash: boolean;
  readonly query: string;
  readonly items: readonly BlockItem[];
  readonly activeIndex: number;
}

type MenuChange =
  | { readonly open: { readonly from: number; readonly hasSlash: boolean } }
  | { readonly activeIndex: number }
  | { readonly close: true };

const menuKey = new PluginKey<BlockMenuState | null>('blockMenu');
const longestQuery = 30;

interface Options {
  readonly items: readonly BlockItem[];
  /** The prefix of the IDs of the menu's elements, so that one page can have two editors. */
  readonly idPrefix: string;
  /** Runs an item. The search term has already been removed from the text. */
  readonly onChoose: (view: EditorView, item: BlockItem) => void;
}

/**
 * Creates the plugin with the block menu's state and keys: `/` opens it, the text after it filters, arrows move, Enter chooses and Escape
 * closes.
 */
export function createBlockMenuPlugin({ items, idPrefix, onChoose }: Options): Plugin<BlockMenuState | null> {
  const next = (tr: Transaction, previous: BlockMenuState | null, state: EditorState): BlockMenuState | null => {
    const change = tr.getMeta(menuKey) as MenuChange | undefined;
    if (change !== undefined) {
      if ('close' in change) return null;
      if ('open' in change) {
        const opened = follow({ ...change.open, query: '', items: findBlockItems(items, ''), activeIndex: 0 }, state, items);
        return opened?.items.length === 0 && /\s/u.test(opened.query) ? null : opened;
      }
      return previous === null ? null : { ...previous, activeIndex: change.activeIndex };
    }
    if (previous === null || (!tr.docChanged && !tr.selectionSet)) return previous;
    return follow({ ...previous, from: tr.mapping.map(previous.from, -1) }, state, items);
  };

  return new Plugin<BlockMenuState | null>({
    key: menuKey,
    state: {
      init: () => null,
      apply: (tr, previous, _old, state) => next(tr, previous, state),
    },
    props: {
      attributes(state): Record<string, string> {
        const menu = menuKey.getState(state);
        if (!menu) return {};
        const active = menu.items[menu.activeIndex];
        return {
          'aria-controls': `${idPrefix}-menu`,
          'aria-haspopup': 'listbox',
          ...(active === undefined ? {} : { 'aria-activedescendant': optionId(idPrefix, active) }),
        };
      },
      handleTextInput(view, from, to, text) {
        if (text !== '/' || !mayOpenAt(view.state, from, to)) return false;
        view.dispatch(openBlockMenu(view.state.tr.insertText('/', from, to), from, true));
        return true;
      },
      handleKeyDown(view, event) {
        const menu = menuKey.getState(view.state) ?? null;
        if (menu === null || view.composing || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
        const count = menu.items.length;
        if (event.key === 'Escape') {
          view.dispatch(closeBlockMenu(view.state.tr));
          return true;
        }
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          if (count === 0) return false;
          const step = event.key === 'ArrowDown' ? 1 : -1;
          view.dispatch(moveInBlockMenu(view.state.tr, (menu.activeIndex + step + count) % count));
          return true;
        }
        if (event.key === 'Enter' || event.key === 'Tab') {
          const item = menu.items[menu.activeIndex];
          if (item === undefined) return false;
          chooseBlockItem(view, item, onChoose);
          return true;
        }
        return false;
      },
      handleDOMEvents: {
        blur(view, event) {
          // Moving the focus to the menu itself doesn't leave the editor.
          const to = event.relatedTarget;
          const isInMenu = to instanceof Element && to.closest(`#${idPrefix}-menu`) !== null;
          if (menuKey.getState(view.state) && !isInMenu) view.dispatch(closeBlockMenu(view.state.tr));
          return false;
        },
      },
    },
  });
}

/** Returns the state of the menu after the caret has moved or the text has changed, or null if its position is gone. */
function follow(menu: BlockMenuState, state: EditorState, items: readonly BlockItem[]): BlockMenuState | null {
  const { selection, doc } = state;
  const { $from, empty } = selection;
  const start = menu.from + (menu.hasSlash ? 1 : 0);
  if (!empty || !(selection instanceof TextSelection) || menu.from < $from.start() || start > $from.pos) return null;
  if (menu.hasSlash && doc.textBetween(menu.from, start) !== '/') return null;
  const query = doc.textBetween(start, $from.pos, '\n', '\n');
  if (query.length > longestQuery || query.startsWith(' ') || query.includes('\n')) return null;
  if (query === menu.query) return menu;
  const matches = findBlockItems(items, query);
  // After no results, typing a space means writing, not choosing.
  if (matches.length === 0 && query.endsWith(' ')) return null;
  return { ...menu, query, items: matches, activeIndex: 0 };
}

/** Returns true if a slash typed here opens the menu: in a line of text, at its start or after a space. */
function mayOpenAt(state: EditorState, from: number, to: number): boolean {
  const $from = state.doc.resolve(from);
  const isLine = $from.parent.type.name === 'paragraph' || $from.parent.type.name === 'heading';
  if (!isLine || !$from.sameParent(state.doc.resolve(to))) return false;
  if ($from.marks().some((mark) => mark.type.spec.code === true || mark.type.name === 'link')) return false;
  const before = $from.parent.textBetween(0, $from.parentOffset, '\n', '\n');
  return before === '' || /\s$/u.test(before);
}

/** Returns the menu's state, or null while it's closed. */
export function blockMenuOf(state: EditorState): BlockMenuState | null {
  return menuKey.getState(state) ?? null;
}

/** Opens the menu at a position of the text. */
export function openBlockMenu(tr: Transaction, from: number, hasSlash: boolean): Transaction {
  return tr.setMeta(menuKey, { open: { from, hasSlash } } satisfies MenuChange);
}

/**
 * Opens the menu for a slash that was typed, with text after it, before the menu was loaded. Returns null if there is none at the caret.
 */
export function openBlockMenuAtCaret(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock) return null;
  const from = $from.start() + $from.parent.textBetween(0, $from.parentOffset, '\n', '\n').lastIndexOf('/');
  return from >= $from.start() && mayOpenAt(state, from, from) ? openBlockMenu(state.tr, from, true) : null;
}

/** Highlights another item of the menu. */
export function moveInBlockMenu(tr: Transaction, activeIndex: number): Transaction {
  return tr.setMeta(menuKey, { activeIndex } satisfies MenuChange);
}

/** Closes the menu and keeps the typed text. */
export function closeBlockMenu(tr: Transaction): Transaction {
  return tr.setMeta(menuKey, { close: true } satisfies MenuChange);
}

/** Removes the search term and runs the item. */
export function chooseBlockItem(view: EditorView, item: BlockItem, onChoose: (view: EditorView, item: BlockItem) => void): void {
  const menu = menuKey.getState(view.state);
  if (!menu) return;
  const tr = closeBlockMenu(view.state.tr);
  const head = view.state.selection.head;
  if (head > menu.from) tr.delete(menu.from, head);
  view.dispatch(tr);
  view.focus();
  onChoose(view, item);
}

/** Handles a press on the '+' of a block: opens the menu in its line if that is empty, otherwise in a new line after it. */
export function openBlockMenuAfter(view: EditorView, blockPos: number): void {
  const node = view.state.doc.nodeAt(blockPos);
  const paragraph = view.state.schema.nodes['paragraph'];
  if (node === null || paragraph === undefined) return;
  const tr = view.state.tr;
  let caret = blockPos + 1;
  if (node.type !== paragraph || node.content.size > 0) {
    const after = blockPos + node.nodeSize;
    tr.insert(after, paragraph.create());
    caret = after + 1;
  }
  tr.setSelection(TextSelection.create(tr.doc, caret));
  view.dispatch(openBlockMenu(tr.scrollIntoView(), caret, false));
  view.focus();
}

/** Returns the ID of an item's element. */
export function optionId(idPrefix: string, item: BlockItem): string {
  return `${idPrefix}-option-${item.name}`;
}
