import {
  getNamedType,
  GraphQLError,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'postgraphile/graphql';
import type { ErrorParams, ErrorReason } from '../rules/errors/error-messages.ts';
import { counters } from './counter-plugin.ts';
import { documentError } from '../errors/error-codes.ts';
import { maxPageSize } from './list-plugin.ts';

/** Limits of an operation. Persisted queries are only held to the limits on paging. */
export const limits = {
  tokens: 1_000,
  depth: 10,
  aliases: 15,
  nodes: 5_000,
  /** Number of whole texts that may be returned: each may be as long as a book's chapter. */
  texts: 5_000,
  first: maxPageSize,
  offset: 1_000_000,
  fields: 2_000,
  /** Limits of a mutation, which is planned in the main thread. Further data can be read with a query. */
  mutationFields: 100,
  mutationLists: 2,
  /** Size of a result, and of the rows read for it. */
  bytes: 5_000_000,
} as const;

/** A number in an operation: a literal, or the name of a variable. */
type Amount = { readonly literal: number | null } | { readonly variable: string };

/** A list (or the whole operation) with its content: its number of rows multiplies the cost of the rest. */
type List = {
  readonly fieldPath: string;
  readonly first: Amount;
  readonly offset: Amount;
  readonly holdsOneRow: boolean;
  /** Number of fields of each row that contain a whole text. */
  texts: number;
  readonly inside: readonly List[];
};

/** Measurements of one operation. */
export type OperationShape = {
  readonly operation: OperationTypeNode;
  readonly depth: number;
  readonly aliases: number;
  /** With fragments expanded. */
  readonly fields: number;
  /** Number of full-text searches. */
  readonly searches: number;
  readonly lists: readonly List[];
  /** Number of fields outside of lists that contain a whole text. */
  readonly texts: number;
  /** Default values of the variables. */
  readonly defaults: Readonly<Record<string, unknown>>;
};

/** Lists of a row that contain only the reader's own rows, which is at most one. */
const ownRows = new Set([
  ...Object.entries(counters).flatMap(([fieldPath, { ownRows: isOwn }]) => (isOwn ? [fieldPath] : [])),
  'Clip.bookmarks',
  'Clip.views',
  'Lesson.activities',
]);

/** Measures every operation of a valid document. Throws a GraphQLError as soon as a limit is exceeded. */
export function measureDocument(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, OperationShape> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const shapes = new Map<string, OperationShape>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION)
      shapes.set(definition.name?.value ?? '', measureOperation(schema, definition, fragments));
  }
  return shapes;
}

/** Checks what depends on variables: page sizes, offsets and the number of rows that may be returned. */
export function checkAmounts(
  shape: OperationShape,
  variables: Readonly<Record<string, unknown>>,
  options: { isPersisted: boolean },
): GraphQLError | null {
  const readAmount = (amount: Amount): unknown => {
    if ('literal' in amount) return amount.literal;
    return amount.variable in variables ? variables[amount.variable] : shape.defaults[amount.variable];
  };
  let nodes = 0;
  let texts = shape.texts;
  const visit = (list: List, times: number): GraphQLError | null => {
    const first = readAmount(list.first) === undefined ? maxPageSize : readAmount(list.first);
    const offset = readAmount(list.offset) ?? 0;
    if (!Number.isInteger(first) || Number(first) < 1 || Number(first) > limits.first) {
      return refusal('first', 'FIRST_OUT_OF_RANGE', { list: list.fieldPath, max: limits.first, first: JSON.stringify(first) });
    }
    if (!Number.isInteger(offset) || Number(offset) < 0 || Number(offset) > limits.offset) {
      return refusal('offset', 'OFFSET_OUT_OF_RANGE', { list: list.fieldPath, max: limits.offset, offset: JSON.stringify(offset) });
    }
    const rows = times * (list.holdsOneRow ? 1 : Number(first));
    nodes += rows;
    texts += rows * list.texts;
    for (const inner of list.inside) {
      const error = visit(inner, rows);
      if (error) return error;
    }
    return null;
  };
  for (const list of shape.lists) {
    const error = visit(list, 1);
    if (error) return error;
  }
  if (nodes > limits.nodes && !options.isPersisted) {
    return refusal('nodes', 'NODES_LIMIT_EXCEEDED', { count: nodes, max: limits.nodes });
  }
  if (texts > limits.texts && !options.isPersisted) {
    return refusal('texts', 'TEXTS_LIMIT_EXCEEDED', { count: texts, max: limits.texts });
  }
  return null;
}

/** Checks what doesn't depend on variables: depth, aliases, and how much a mutation selects. */
export function checkShape({ operation, depth, aliases, fields, lists }: OperationShape): GraphQLError | null {
  if (depth > limits.depth) return refusal('depth', 'DEPTH_LIMIT_EXCEEDED', { count: depth, max: limits.depth });
  if (aliases > limits.aliases) return refusal('aliases', 'ALIASES_LIMIT_EXCEEDED', { count: aliases, max: limits.aliases });
  if (operation === OperationTypeNode.MUTATION) {
    const { mutationFields, mutationLists } = limits;
    if (fields > mutationFields) return refusal('mutationFields', 'MUTATION_FIELDS_LIMIT_EXCEEDED', { count: fields, max: mutationFields });
    const all = countLists(lists);
    if (all > mutationLists) return refusal('mutationLists', 'MUTATION_LISTS_LIMIT_EXCEEDED', { count: all, max: mutationLists });
  }
  return null;
}

/** Returns the error of a result that is too large. */
export function tooManyBytes(): GraphQLError {
  return refusal('bytes', 'ANSWER_TOO_LARGE', { max: limits.bytes });
}

/** Returns the error of an exceeded limit. */
export function refusal<TReason extends ErrorReason>(
  limit: keyof typeof limits,
  reason: TReason,
  params: ErrorParams<TReason>,
): GraphQLError {
  return documentError(reason, params, { limit, max: limits[limit] });
}

function measureOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): OperationShape {
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    throw documentError('SUBSCRIPTIONS_NOT_SUPPORTED', {}, {}, { nodes: operation });
  }
  let depth = 0;
  let aliases = 0;
  let fields = 0;
  let searches = 0;
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue?.kind === Kind.INT) defaults[variable.name.value] = Number(defaultValue.value);
    else if (defaultValue?.kind === Kind.NULL) defaults[variable.name.value] = null;
  }

  const visit = (selections: SelectionSetNode, typeName: string, level: number, parent: Container): void => {
    for (const selection of selections.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) visit(fragment.selectionSet, fragment.typeCondition.name.value, level, parent);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        visit(selection.selectionSet, selection.typeCondition?.name.value ?? typeName, level, parent);
      } else {
        visitField(selection, typeName, level + 1, parent);
      }
    }
  };
  const visitField = (field: FieldNode, typeName: string, level: number, parent: Container): void => {
    // Introspection is disabled where it could do harm; elsewhere its own query is deeper than any of ours.
    if (field.name.value === '__schema' || field.name.value === '__type') return;
    fields += 1;
    depth = Math.max(depth, level);
    if (field.alias) aliases += 1;
    if (typeName === 'Query' && field.name.value === 'search') searches += 1;
    // Fragments may contain each other: 20 lines can expand to millions of fields.
    if (fields > limits.fields) throw refusal('fields', 'FIELDS_LIMIT_EXCEEDED', { max: limits.fields });
    const type = schema.getType(typeName);
    const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field.name.value] : undefined;
    if (!field.selectionSet) {
      if (definition && holdsText(definition)) parent.texts += 1;
      return;
    }
    const innerName = definition ? getNamedType(definition.type).name : '';
    if (!definition?.args.some(({ name }) => name === 'first')) return visit(field.selectionSet, innerName, level, parent);
    const fieldPath = `${typeName}.${field.name.value}`;
    const list = { fieldPath, first: amountOf(field, 'first'), offset: amountOf(field, 'offset'), holdsOneRow: ownRows.has(fieldPath) };
    const inner = { ...list, texts: 0, inside: [] };
    parent.inside.push(inner);
    visit(field.selectionSet, innerName, level, inner);
  };

  const root: Container = { texts: 0, inside: [] };
  visit(operation.selectionSet, schema.getRootType(operation.operation)?.name ?? '', 0, root);
  return { operation: operation.operation, depth, aliases, fields, searches, lists: root.inside, texts: root.texts, defaults };
}

/** A list while it is measured, or the operation around all lists. */
type Container = { texts: number; readonly inside: List[] };

/** Whether a field may contain a whole text: a document, in one of its forms. */
function holdsText({ name, type }: GraphQLField<unknown, unknown>): boolean {
  return getNamedType(type).name === 'JSON' || /^body|(?:Markdown|Html|Text)$/.test(name) || name === 'text';
}

function countLists(lists: readonly List[]): number {
  return lists.reduce((sum, { inside }) => sum + 1 + countLists(inside), 0);
}

function amountOf(field: FieldNode, name: 'first' | 'offset'): Amount {
  const value = field.arguments?.find((argument) => argument.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return { variable: value.name.value };
  if (value?.kind === Kind.INT) return { literal: Number(value.value) };
  if (value?.kind === Kind.NULL) return { literal: null };
  return { literal: name === 'first' ? maxPageSize : 0 };
}
