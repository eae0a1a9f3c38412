import { type Editor, Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Command, type PluginView } from '@tiptap/pm/state';
import { isInTableText, selectNeighbourCell } from '../keys/table-keys.ts';
import { servicesOf } from './services.ts';

interface Loading {
  /** Set as soon as the text has a table. Resolves to the command for Tab after the last cell. */
  plugins: Promise<Command> | null;
  isDone: boolean;
}

/**
 * Loads the table features as soon as the text has a table, because they're large and most texts have none. Tab moves from cell to cell
 * even before that: if the browser handled it, the caret would leave the text.
 */
export const TableEditing = Extension.create<Record<string, never>, Loading>({
  name: 'tableEditing',
  addStorage: () => ({ plugins: null, isDone: false }),
  addKeyboardShortcuts() {
    const { editor, storage } = this;
    const move = (direction: -1 | 1) => () => {
      const { state, view } = editor;
      const tr = selectNeighbourCell(state, direction);
      if (tr !== null) {
        view.dispatch(tr);
        return true;
      }
      if (storage.isDone || !isInTableText(state)) return false;
      if (direction === 1) void storage.plugins?.then((nextCell) => nextCell(view.state, view.dispatch, view));
      return true;
    };
    return { Tab: move(1), 'Shift-Tab': move(-1) };
  },
  addProseMirrorPlugins() {
    const { editor, storage } = this;
    const look = (doc: Node) => {
      if (storage.plugins !== null || !hasTable(doc)) return;
      storage.plugins = loadTablePlugins(editor)
        .catch((error: unknown): Command => {
          servicesOf(editor).logFailure('tables', error);
          return () => false;
        })
        .finally(() => {
          storage.isDone = true;
        });
    };
    return [
      new Plugin({
        key: new PluginKey('loadTableEditing'),
        view: (view): PluginView => {
          look(view.state.doc);
          return {
            update: ({ state }, before) => {
              // Typing in a line creates no table, and all other blocks are the same nodes then.
              if (storage.plugins === null && differsInBlocks(before.doc, state.doc)) look(state.doc);
            },
          };
        },
      }),
    ];
  },
});

async function loadTablePlugins(editor: Editor): Promise<Command> {
  const { createTablePlugins, nextCell } = await import('./table-plugins.ts');
  if (editor.isDestroyed) return () => false;
  const { state, view } = editor;
  view.updateState(state.reconfigure({ plugins: [...state.plugins, ...createTablePlugins()] }));
  return nextCell;
}

function differsInBlocks(before: Node, after: Node): boolean {
  if (before.childCount !== after.childCount) return true;
  const from = before.content.findDiffStart(after.content);
  return from !== null && !after.resolve(from).parent.isTextblock;
}

function hasTable(doc: Node): boolean {
  let isFound = false;
  doc.descendants((node) => {
    if (node.type.name === 'table') isFound = true;
    return !isFound && !node.inlineContent;
  });
  return isFound;
}
