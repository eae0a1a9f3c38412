import { type FieldNode, getNamedType, type GraphQLField, isInputObjectType } from 'postgraphile/graphql';
import { sql } from 'postgraphile/pg-sql2';
import type { Arguments } from './arguments.ts';
import { NotCompilable } from './not-compilable.ts';
import { column, type Rows } from './rows.ts';

/** Adds the argument `condition` of a list to the conditions of its rows: columns that are null, or equal to a value. */
export function addConditions(operationArguments: Arguments, field: GraphQLField<unknown, unknown>, node: FieldNode, rows: Rows): void {
  const argument = field.args.find(({ name }) => name === 'condition');
  const type = argument && getNamedType(argument.type);
  if (!argument || operationArguments.isAbsent(field, node, 'condition')) return;
  if (!isInputObjectType(type)) throw new NotCompilable(`${field.name}(condition)`);
  for (const [name, isNull] of operationArguments.shape(field, node, 'condition')) {
    const attribute = attributeOf(type.getFields()[name]?.extensions.grafast?.apply);
    const codec = attribute === null ? undefined : rows.codec.attributes?.[attribute]?.codec;
    if (attribute === null || codec === undefined) throw new NotCompilable(`${field.name}(condition: ${name})`);
    const value = column(rows, attribute);
    const expected = operationArguments.member(field, node, 'condition', name, (input) => codec.toPg(input));
    rows.where.push(isNull ? sql`${value} is null` : sql`${value} = ${expected}::${codec.sqlType}`);
  }
}

/** Returns the column that a field of a condition compares, from PostGraphile's own plan; null if it does something else. */
function attributeOf(apply: unknown): string | null {
  let attribute: string | null = null;
  const builder = {
    where: (condition: { type?: unknown; attribute?: unknown }) => {
      if (condition.type === 'attribute' && typeof condition.attribute === 'string') attribute = condition.attribute;
    },
    dangerouslyGetParent: () => {
      throw new NotCompilable('a condition on another table');
    },
  };
  if (typeof apply === 'function') (apply as (builder: object, value: unknown) => void)(builder, null);
  return attribute;
}
