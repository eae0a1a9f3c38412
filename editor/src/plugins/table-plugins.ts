import { keymap } from '@tiptap/pm/keymap';
import type { Command, Plugin } from '@tiptap/pm/state';
import { addRowAfter, CellSelection, columnResizing, deleteTable, goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables';
import { withCaption } from '../commands/delete-captioned.ts';
import { minColumnPx } from '../views/table-view.ts';

/** The command for Tab in a table: in the last cell it adds a row. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  if (dispatch === undefined || view === undefined) return addRowAfter(state);
  return addRowAfter(state, dispatch) && goToNextCell(1)(view.state, dispatch);
};

const deleteWhole: Command = (state, dispatch) => {
  const { selection } = state;
  const isWhole = selection instanceof CellSelection && selection.isColSelection() && selection.isRowSelection();
  return isWhole && withCaption('table', deleteTable)(state, dispatch);
};

/** Creates the plugins for selecting cells, dragging the edges of columns, and the keys of a table. */
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
