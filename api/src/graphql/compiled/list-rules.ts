import type { FieldNode, GraphQLField } from 'postgraphile/graphql';
import type { SQL } from 'postgraphile/pg-sql2';
import { sql } from 'postgraphile/pg-sql2';
import { clipsFrom, isInClipList } from '../clips-plugin.ts';
import { listConditions } from '../unlisted-plugin.ts';
import type { Viewer } from '../../viewer.ts';
import type { Arguments, Variables } from './arguments.ts';
import { column, type Rows } from './rows.ts';

/** A condition that a request must meet to be answered by a statement. */
export type Guard = (variables: Variables, viewer: Viewer) => boolean;

/** The statement that a list is part of. */
type Statement = { readonly arguments: Arguments; readonly guards: Guard[] };

/** The additions of a list with our own plan to its statement. */
type ListRule = {
  /** Its arguments, besides those of every list. */
  readonly arguments?: readonly string[];
  readonly apply: (statement: Statement, field: GraphQLField<unknown, unknown>, node: FieldNode, rows: Rows) => void;
  /** Its fixed order, if it has one. */
  readonly orders?: (rows: Rows) => SQL;
  /** True if `apply` has already skipped the rows of `offset`. */
  readonly hasOwnStart?: true;
};

/** The rules, by the type and name of the field. */
export const listRules: Readonly<Record<string, ListRule>> = {
  ...Object.fromEntries(
    Object.entries(listConditions).map(([fieldPath, condition]): [string, ListRule] => [
      fieldPath,
      { apply: (_statement, _field, _node, { where, alias }) => where.push(condition(alias)) },
    ]),
  ),
  'Query.clips': {
    arguments: ['userId'],
    hasOwnStart: true,
    orders: (rows) => sql` order by ${column(rows, 'created_at')} desc, ${column(rows, 'id')} desc`,
    apply({ arguments: operationArguments, guards }, field, node, { where, start, alias }) {
      if (operationArguments.named(node).includes('userId')) {
        const userId = operationArguments.reader(field, node, 'userId');
        guards.push((variables, viewer) => (userId(variables) ?? viewer.userId) === viewer.userId);
      }
      where.push(isInClipList(alias));
      const offset = operationArguments.count(field, node, 'offset', 0);
      if (offset) start.push(clipsFrom(alias, offset));
    },
  },
};
