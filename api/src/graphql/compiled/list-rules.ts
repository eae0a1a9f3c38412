import type { FieldNode, GraphQLField } from 'postgraphile/graphql';
import type { SQL } from 'postgraphile/pg-sql2';
import { sql } from 'postgraphile/pg-sql2';
import { clipsFrom, isInClipList } from '../clips-plugin.ts';
import { listConditions } from '../unlisted-plugin.ts';
import type { Viewer } from '../../viewer.ts';
import type { Arguments, Variables } from './arguments.ts';
import { column, type Rows } from './rows.ts';

/** What has to hold of a request for a statement to answer it. */
export type Guard = (variables: Variables, viewer: Viewer) => boolean;

/** The statement that a list is part of. */
type Statement = { readonly arguments: Arguments; readonly guards: Guard[] };

/** What a list adds whose plan is ours. */
type ListRule = {
  /** Its arguments beside those of every list. */
  readonly arguments?: readonly string[];
  readonly apply: (statement: Statement, field: GraphQLField<unknown, unknown>, node: FieldNode, rows: Rows) => void;
  /** Its one order, where it has one that nobody chooses. */
  readonly orders?: (rows: Rows) => SQL;
  /** True when `apply` has passed over the rows of `offset` already. */
  readonly hasOwnStart?: true;
};

/** By the type and the name of the field. */
export const listRules: Readonly<Record<string, ListRule>> = {
  ...Object.fromEntries(
    Object.entries(listConditions).map(([place, condition]): [string, ListRule] => [
      place,
      { apply: (_statement, _field, _node, { where, alias }) => where.push(condition(alias)) },
    ]),
  ),
  'Query.clips': {
    arguments: ['userId'],
    hasOwnStart: true,
    orders: (rows) => sql` order by ${column(rows, 'created_at')} desc, ${column(rows, 'id')} desc`,
    apply({ arguments: given, guards }, field, node, { where, start, alias }) {
      if (given.named(node).includes('userId')) {
        const userId = given.reader(field, node, 'userId');
        guards.push((variables, viewer) => (userId(variables) ?? viewer.userId) === viewer.userId);
      }
      where.push(isInClipList(alias));
      const offset = given.count(field, node, 'offset', 0);
      if (offset) start.push(clipsFrom(alias, offset));
    },
  },
};
