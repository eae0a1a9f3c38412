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

/** Parts of a list, which are as public as its rows. */
const partsOfLists: ReadonlySet<string> = new Set(['nodes', 'edges', 'node', 'cursor', 'pageInfo', 'totalCount']);

/**
 * The fields, as `Type.field`, that may be another for another reader in their own right: rows of tables whose policies give a visitor none,
 * columns that a visitor may not read, what functions answer that ask who is there, and whatever is not made from the database. No document
 * that is the same for everybody may select one. What is only reached through one of them is not listed.
 *
 * Rows that only some see among others that all see (a draft, for its author) are not meant: such a document shows what visitors see.
 */
export async function findPersonalFields(schema: GraphQLSchema, pool: Pool): Promise<string[]> {
  const tables = await personalTables(pool);
  const functions = await personalFunctions(pool);
  const columns = await personalColumns(pool);
  const isPersonal = (type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean => {
    const facts = factsOf(field);
    if (field.name === 'nodeId') return false;
    if (!facts) return !(/(?:Connection|Edge)$/.test(type.name) && partsOfLists.has(field.name)) && type.name !== 'PageInfo';
    const table = nameOf(facts.resource?.codec.extensions?.pg);
    if (facts.attribute !== undefined) return columns.has(`${table}.${facts.attribute}`);
    if (facts.resource?.parameters && functions.has(nameOf(facts.resource.extensions?.pg))) return true;
    return tables.has(table);
  };
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (type: GraphQLNamedType | null | undefined): void => {
    if (!type || seen.has(type.name) || !isCompositeType(type)) return;
    seen.add(type.name);
    for (const one of isAbstractType(type) ? schema.getPossibleTypes(type) : []) look(one);
    if (!isObjectType(type)) return;
    for (const field of Object.values(type.getFields())) {
      const place = `${type.name}.${field.name}`;
      const isOwn = isPersonal(type, field);
      // What is counted for all may have rows that are not for all.
      const connection = counters[place]?.connection;
      if (isOwn) for (const one of connection ? [`${connection}.nodes`, `${connection}.edges`] : [place]) found.add(one);
      if (!isOwn || connection) look(getNamedType(field.type));
    }
  };
  look(schema.getQueryType());
  return [...found].toSorted();
}

function nameOf(pg: { name: string; schemaName?: string } | undefined): string {
  return `${pg?.schemaName}.${pg?.name}`;
}

/** Columns that a visitor may not read. */
async function personalColumns(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'app_public' and c.relkind = 'r' and a.attnum > 0 and not has_column_privilege('newline_visitor', c.oid, a.attnum, 'select')`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Tables of which no policy lets a visitor see a row. */
async function personalTables(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'app_public' and c.relkind = 'r' and not exists (
       select from pg_policy p where p.polrelid = c.oid and p.polcmd in ('r', '*') and p.polroles && array['newline_visitor'::regrole::oid, 0::oid])`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Functions that ask who is there, or call one that does. */
async function personalFunctions(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string; short: string; source: string }>(
    `select n.nspname || '.' || p.proname as name, p.proname as short, p.prosrc as source from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('app_public', 'app_private')`,
  );
  const found = new Set(
    rows.filter(({ source, short }) => /newline\.user_id/.test(source) || short === 'is_admin').map(({ short }) => short),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { short, source } of rows) {
      if (!found.has(short) && [...source.matchAll(/\b([a-z_0-9]+)\(/g)].some(([, called]) => called !== undefined && found.has(called)))
        found.add(short);
    }
  }
  return new Set(rows.filter(({ short }) => found.has(short)).map(({ name }) => name));
}
