import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  isCompositeType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'postgraphile/graphql';

/** A mutation or a query of the schema, with its arguments as variables. */
export type Operation = {
  readonly kind: 'mutation' | 'query';
  readonly name: string;
  readonly document: string;
  /** Its arguments; for a mutation, those in `input`. */
  readonly args: Readonly<Record<string, GraphQLInputType>>;
  /** Whether its description says that it is for administrators. */
  readonly isForStaff: boolean;
};

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

/** All mutations of the schema. */
export const mutations = operationsOf('mutation', schema.getMutationType());
/** All queries of the schema with arguments. */
export const queries = operationsOf('query', schema.getQueryType()).filter(({ args }) => Object.keys(args).length > 0);

function operationsOf(kind: Operation['kind'], type: GraphQLObjectType | null | undefined): Operation[] {
  return Object.values(type?.getFields() ?? {}).map((field) => {
    const variables = field.args.map(({ name, type: of }) => `$${name}: ${String(of)}`).join(', ');
    const callArguments = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
    const call = field.args.length > 0 ? `${field.name}(${callArguments})` : field.name;
    const document = `${kind} ${field.name}${variables && `(${variables})`} { ${call}${selectionOf(field, 2)} }`;
    const isForStaff = /\b(?:By|For) (?:staff|administrators)(?: only)?\./u.test(field.description ?? '');
    return { kind, name: field.name, document, args: argumentsOf(field), isForStaff };
  });
}

function argumentsOf(field: GraphQLField<unknown, unknown>): Operation['args'] {
  const [only] = field.args;
  const input = only?.name === 'input' ? getNamedType(only.type) : null;
  if (isInputObjectType(input)) {
    const fields = Object.values(input.getFields()).filter(({ name }) => name !== 'clientMutationId');
    return Object.fromEntries(fields.map(({ name, type }) => [name, type]));
  }
  return Object.fromEntries(field.args.map(({ name, type }) => [name, type]));
}

/** Returns the selection of a result: all fields without arguments, and the same of nested objects. */
function selectionOf(field: GraphQLField<unknown, unknown>, depth: number): string {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return '';
  if (!isObjectType(type)) return ' { __typename }';
  const inner = Object.values(type.getFields()).flatMap((one) => {
    if (one.args.some(isRequiredArgument)) return [];
    if (isLeafType(getNamedType(one.type))) return [one.name];
    return depth > 1 && one.args.length === 0 && one.name !== 'query' ? [`${one.name}${selectionOf(one, depth - 1)}`] : [];
  });
  return ` { __typename ${inner.join(' ')} }`;
}
