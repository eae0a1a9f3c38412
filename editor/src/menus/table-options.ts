import type { Command, EditorState } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  cellAround,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  selectedRect,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables';

import { addCaption } from '../commands/add-caption.ts';
import { withCaption } from '../commands/delete-captioned.ts';

/** An item of a table's menus. */
export interface TableOption {
  readonly label: string;
  readonly command: Command;
  readonly startsGroup?: boolean;
  /** Returns whether it's the current choice; absent for an action. */
  readonly isChecked?: (state: EditorState) => boolean;
}

const deleteWholeTable = withCaption('table', deleteTable);

/** The table's menus as data: rows, columns, cells. */
export const tableMenus: readonly { readonly name: string; readonly options: readonly TableOption[] }[] = [
  {
    name: 'Row',
    options: [
      { label: 'Insert row above', command: addRowBefore },
      { label: 'Insert row below', command: addRowAfter },
      { label: 'Header row', command: toggleHeader('row'), startsGroup: true },
      { label: 'Delete row', command: unlessLast('row', deleteRow), startsGroup: true },
    ],
  },
  {
    name: 'Column',
    options: [
      { label: 'Insert column before', command: addColumnBefore },
      { label: 'Insert column after', command: addColumnAfter },
      { label: 'Header column', command: toggleHeader('column'), startsGroup: true },
      ...(
        [
          ['Align left', 'left'],
          ['Align center', 'center'],
          ['Align right', 'right'],
        ] as const
      ).map(
        ([label, align], index): TableOption => ({
          label,
          command: alignColumn(align),
          startsGroup: index === 0,
          isChecked: (state) => (cellAround(state.selection.$from)?.nodeAfter?.attrs['align'] ?? 'left') === align,
        }),
      ),
      { label: 'Delete column', command: unlessLast('column', deleteColumn), startsGroup: true },
    ],
  },
  {
    name: 'Table',
    options: [
      { label: 'Merge cells', command: mergeWithin },
      { label: 'Split cell', command: splitCell },
      { label: 'Header cell', command: toggleHeader('cell') },
      { label: 'Caption', command: addCaption, startsGroup: true },
      { label: 'Delete table', command: deleteWholeTable, startsGroup: true },
    ],
  },
];

const maxSpan = 20;

/** Merges the selected cells, unless the result would be larger than the format allows. */
function mergeWithin(...[state, dispatch]: Parameters<Command>): boolean {
  if (cellAround(state.selection.$from) === null) return false;
  const { left, right, top, bottom } = selectedRect(state);
  return right - left <= maxSpan && bottom - top <= maxSpan && mergeCells(state, dispatch);
}

/** Deletes the table with its last row or column, because a table needs cells. */
function unlessLast(kind: 'row' | 'column', command: Command): Command {
  return (state, dispatch, view) => {
    if (cellAround(state.selection.$from) === null) return false;
    const { map, left, right, top, bottom } = selectedRect(state);
    const isAll = kind === 'row' ? bottom - top === map.height : right - left === map.width;
    return isAll ? deleteWholeTable(state, dispatch, view) : command(state, dispatch, view);
  };
}

/** Aligns all cells of the selected columns. Left is the default alignment. */
function alignColumn(align: 'left' | 'center' | 'right'): Command {
  return (state, dispatch) => {
    if (cellAround(state.selection.$from) === null) return false;
    const { map, left, right, tableStart } = selectedRect(state);
    if (dispatch === undefined) return true;
    const tr = state.tr;
    const cells = map.cellsInRect({ left, right, top: 0, bottom: map.height });
    for (const offset of cells) tr.setNodeAttribute(tableStart + offset, 'align', align === 'left' ? null : align);
    dispatch(tr);
    return true;
  };
}
