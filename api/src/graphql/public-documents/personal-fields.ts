import type { Pool } from 'pg';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
} from 'postgraphile/graphql';
import { counters } from '../counter-plugin.ts';
import { factsOf } from '../compiled/field-facts.ts';

/** Fields of connections, which are as public as their rows. */
const connectionFields: ReadonlySet<string> = new Set(['nodes', 'edges', 'node', 'cursor', 'pageInfo', 'totalCount']);

/**
 * Returns the fields, as `Type.field`, whose value itself may differ between readers: rows of tables whose policies hide all from visitors,
 * columns that visitors may not read, functions that depend on the current user, and fields that don't come from the database. A public
 * query may not select one. Fields that are only reachable through one of them aren't listed.
 *
 * This doesn't include rows that only some users see among public rows (such as a draft, for its author): a public query returns what
 * visitors see.
 */
export async function findPersonalFields(schema: GraphQLSchema, pool: Pool): Promise<string[]> {
  const tables = await personalTables(pool);
  const functions = await personalFunctions(pool);
  const columns = await personalColumns(pool);
  const isPersonal = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean => {
    const facts = factsOf(field);
    if (field.name === 'nodeId') return false;
    if (!facts) return !(/(?:Connection|Edge)$/.test(type.name) && connectionFields.has(field.name)) && type.name !== 'PageInfo';
    const table = nameOf(facts.resource?.codec.extensions?.pg);
    if (facts.attribute !== undefined) return columns.has(`${table}.${facts.attribute}`);
    if (facts.resource?.parameters && functions.has(nameOf(facts.resource.extensions?.pg))) return true;
    return tables.has(table);
  };
  const personal = new Set<string>();
  const visited = new Set<string>();
  const visit = (type: GraphQLNamedType | null | undefined): void => {
    if (!type || visited.has(type.name) || !isCompositeType(type)) return;
    visited.add(type.name);
    for (const possible of isAbstractType(type) ? schema.getPossibleTypes(type) : []) visit(possible);
    if (!isObjectType(type)) return;
    for (const field of Object.values(type.getFields())) {
      const fieldPath = `${type.name}.${field.name}`;
      const isOwn = isPersonal(type, field);
      // A counter that is public may have rows that aren't.
      const connection = counters[fieldPath]?.connection;
      if (isOwn) for (const name of connection ? [`${connection}.nodes`, `${connection}.edges`] : [fieldPath]) personal.add(name);
      if (!isOwn || connection) visit(getNamedType(field.type));
    }
  };
  visit(schema.getQueryType());
  return [...personal].toSorted();
}

function nameOf(pg: { name: string; schemaName?: string } | undefined): string {
  return `${pg?.schemaName}.${pg?.name}`;
}

/** Returns the columns that visitors may not read. */
async function personalColumns(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'app_public' and c.relkind = 'r' and a.attnum > 0 and not has_column_privilege('newline_visitor', c.oid, a.attnum, 'select')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Returns the tables without a policy that shows rows to visitors. */
async function personalTables(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'app_public' and c.relkind = 'r' and not exists (
       select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polroles && array['newline_visitor'::regrole::oid, 0::oid])`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Returns the functions that depend on the current user, directly or through other functions. */
async function personalFunctions(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string; short: string; source: string }>(
    `select n.nspname || '.' || p.proname as name, p.proname as short, p.prosrc as source from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('app_public', 'app_private')`,
  );
  const personal = new Set(
    rows.filter(({ source, short }) => /newline\.user_id/.test(source) || short === 'is_admin').map(({ short }) => short),
  );
  for (let previousSize = -1; previousSize !== personal.size; ) {
    previousSize = personal.size;
    for (const { short, source } of rows) {
      if (
        !personal.has(short) &&
        [...source.matchAll(/\b([a-z_0-9]+)\(/g)].some(([, called]) => called !== undefined && personal.has(called))
      )
        personal.add(short);
    }
  }
  return new Set(rows.filter(({ short }) => personal.has(short)).map(({ name }) => name));
}
