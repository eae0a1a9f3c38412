import { append } from '@newline/document/append';
import { type FieldNode, getNamedType, type GraphQLField, isEnumType } from 'postgraphile/graphql';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import type { Arguments } from './arguments.ts';
import { NotCompilable } from './not-compilable.ts';
import { column, type Rows } from './rows.ts';

/** A column or an expression that rows are ordered by. */
export type Order = { attribute?: string; fragment?: SQL; direction: 'ASC' | 'DESC'; nulls?: 'FIRST' | 'LAST' };

/** Returns the orders of a list: its argument `orderBy` or that argument's default, then the rows' key. */
export function ordersOf(operationArguments: Arguments, field: GraphQLField<unknown, unknown>, node: FieldNode, rows: Rows): Order[] {
  const orders: Order[] = [];
  let isUnique = false;
  const builder = {
    alias: rows.alias,
    orderBy: (order: Order) => orders.push(order),
    setOrderIsUnique: () => {
      isUnique = true;
    },
  };
  const argument = field.args.find(({ name }) => name === 'orderBy');
  const type = argument && getNamedType(argument.type);
  if (argument && isEnumType(type)) {
    const requested = operationArguments.constant(field, node, 'orderBy') ?? [];
    for (const value of Array.isArray(requested) ? (requested as unknown[]) : [requested]) {
      const { apply } = type.getValues().find((enumValue) => enumValue.value === value)?.extensions.grafast ?? {};
      if (!apply) throw new NotCompilable(`${field.name}, by an unknown order`);
      (apply as unknown as (builder: object, info: object) => void)(builder, {});
    }
  }
  const [key] = rows.resource.uniques;
  if (!isUnique && key) {
    const direction = orders[0]?.direction ?? 'ASC';
    append(
      orders,
      key.attributes.map((attribute) => ({ attribute, direction })),
    );
  }
  return orders;
}

/** Returns the ORDER BY of rows. */
export function orderBy(orders: readonly Order[], rows: Rows): SQL {
  return orders.length === 0
    ? sql.blank
    : sql` order by ${sql.join(
        orders.map((order) => textOf(order, rows)),
        ', ',
      )}`;
}

function textOf({ attribute, fragment, direction, nulls }: Order, rows: Rows): SQL {
  const value = attribute === undefined ? fragment : column(rows, attribute);
  if (!value) throw new NotCompilable('an order without a value');
  const nullsOrder = nulls === undefined ? sql.blank : nulls === 'FIRST' ? sql` nulls first` : sql` nulls last`;
  return sql`${value} ${direction === 'ASC' ? sql`asc` : sql`desc`}${nullsOrder}`;
}
