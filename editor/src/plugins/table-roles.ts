import { Extension } from '@tiptap/core';

const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' };

/** Tells the table plugins which nodes are tables, rows and cells. */
export const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: ({ name }) => (Object.hasOwn(roles, name) ? { tableRole: roles[name] } : {}),
});
