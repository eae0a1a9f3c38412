import { keymap } from '@tiptap/pm/keymap';
import type { Command, Plugin } from '@tiptap/pm/state';
import { addRowAfter, CellSelection, columnResizing, deleteTable, goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables';
import { minColumnPx } from '../views/table-view.ts';

/** What Tab does in a table: in its last cell it makes a row. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (dispatch === undefined || view === undefined) return addRowAfter(state);
  return addRowAfter(state, dispatch) && goToNextCell(1)(view.state, dispatch);
};

const deleteWhole: Command = (state, dispatch) => {
  const { selection } = state;
  const isWhole = selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection();
  return isWhole && deleteTable(state, dispatch);
};

/** Cells that can be selected, columns whose edges can be dragged, and the keys of a table. */
export function createTablePlugins(): readonly Plugin[] {
  return [
    keymap({
      Tab: nextCell,
      'Shift-Tab': goToNextCell(-1),
      Backspace: deleteWhole,
      Delete: deleteWhole,
      'Mod-Backspace': deleteWhole,
      'Mod-Delete': deleteWhole,
    }),
    columnResizing({ View: null, cellMinWidth: minColumnPx, defaultCellMinWidth: minColumnPx }),
    tableEditing(),
  ];
}
