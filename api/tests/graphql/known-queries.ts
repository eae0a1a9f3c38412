import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { factsOf } from '@newline/api/graphql/compiled/field-facts';
import type { Person, TestDatabase } from '@newline/db/testing';
import {
  getNamedType,
  type GraphQLSchema,
  isEnumType,
  Kind,
  OperationTypeNode,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  type VariableDefinitionNode,
} from 'postgraphile/graphql';
import { sql } from 'postgraphile/pg-sql2';

const root = join(import.meta.dirname, '../../..');
await promisify(execFile)(process.execPath, [join(root, 'web/server/documents/print-documents.ts')]);
/** All persisted queries of our pages, by their hash with its prefix. */
export const persisted = JSON.parse(await readFile(join(root, 'web/.documents/persisted-documents.json'), 'utf8')) as Record<
  string,
  string
>;
/** The queries (not mutations) of our pages. */
export const queries = Object.values(persisted)
  .map((text) => ({
    text,
    operation: parse(text).definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION),
  }))
  .flatMap(({ text, operation }) =>
    operation?.operation === OperationTypeNode.QUERY ? [{ text, operation, name: operation.name?.value ?? '' }] : [],
  );

/** Returns values for a variable that identifies a row, one for each round: of existing rows, and a missing one. */
async function rowsFor(
  db: TestDatabase,
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  name: string,
  rounds: number,
): Promise<string[] | null> {
  for (const node of operation.selectionSet.selections) {
    if (node.kind !== Kind.FIELD) continue;
    const argument = node.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === name)?.name.value;
    const field = schema.getQueryType()?.getFields()[node.name.value];
    const facts = field && factsOf(field);
    if (argument === undefined || !field || !facts?.resource) continue;
    const own = tables[`${field.name}.${argument}`] ?? tables[argument];
    const table = own ?? {
      from: typeof facts.resource.from === 'function' ? '' : sql.compile(facts.resource.from).text,
      column: facts.unique?.[0],
    };
    if (table.from === '' || table.column === undefined) continue;
    const { rows } = await db.superuser.query<{ value: string }>(
      `select distinct ${table.column}::text as value, md5(${table.column}::text) from ${table.from} order by 2 limit ${rounds - 1}`,
    );
    return [...rows.map(({ value }) => value), argument === 'id' ? '00000000-0000-4000-8000-000000000000' : 'nowhere'];
  }
  return null;
}

/** Sources of arguments that aren't the key of the requested row. */
const tables: Record<string, { from: string; column: string }> = {
  'permalinkByPath.path': { from: '(select * from app_public.permalinks order by user_id is null) as paths', column: 'path' },
  'testimonialsBySlugs.slugs': { from: 'app_public.testimonials', column: 'slug' },
  'shownCertificate.id': { from: 'app_public.certificates', column: 'id' },
  slugs: { from: 'app_public.courses', column: 'slug' },
  tagName: { from: 'app_public.tags', column: 'name' },
  path: { from: 'app_public.permalinks', column: 'path' },
  courseId: { from: 'app_public.courses', column: 'id' },
  bookId: { from: 'app_public.books', column: 'id' },
  clipId: { from: 'app_public.clips', column: 'id' },
  clipIds: { from: 'app_public.clips', column: 'id' },
  lessonId: { from: 'app_public.lessons', column: 'id' },
  articleId: { from: 'app_public.articles', column: 'id' },
};

/** Returns the variables of an operation for a round: page sizes, and existing or missing rows; of a course or of a book, if it could be both. */
export async function variablesOf(
  db: TestDatabase,
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  person: Person,
  round: number,
  rounds: number,
): Promise<Record<string, unknown>> {
  const variables: Record<string, unknown> = {};
  for (const definition of operation.variableDefinitions ?? []) {
    variables[definition.variable.name.value] = await valueOf(db, schema, definition, operation, person, round, rounds);
  }
  if (variables['courseId'] !== undefined && variables['bookId'] !== undefined)
    variables[round % 2 === 0 ? 'bookId' : 'courseId'] = undefined;
  return variables;
}

async function valueOf(
  db: TestDatabase,
  schema: GraphQLSchema,
  { variable, type: typeNode }: VariableDefinitionNode,
  operation: OperationDefinitionNode,
  person: Person,
  round: number,
  rounds: number,
): Promise<unknown> {
  const name = variable.name.value;
  const type = typeFromAST(schema, typeNode as never);
  const isList = typeNode.kind === Kind.LIST_TYPE || (typeNode.kind === Kind.NON_NULL_TYPE && typeNode.type.kind === Kind.LIST_TYPE);
  const wrapped = (value: unknown) => (isList ? [value] : value);
  const named = type && getNamedType(type);
  if (isEnumType(named)) return wrapped(named.getValues()[round % named.getValues().length]?.name);
  if (named?.name === 'Boolean') return round % 2 === 0;
  if (named?.name === 'Int') return name === 'offset' || name === 'skip' ? round % 3 : [30, 1, 100, 3][round];
  if (name === 'userId') return person.userId ?? (typeNode.kind === Kind.NON_NULL_TYPE ? '00000000-0000-4000-8000-000000000000' : null);
  const rows = await rowsFor(db, schema, operation, name, rounds);
  if (rows) return wrapped(rows[round % rows.length]);
  if (typeNode.kind !== Kind.NON_NULL_TYPE) return undefined;
  return wrapped(named?.name === 'UUID' ? '00000000-0000-4000-8000-000000000000' : 'a');
}
