import type { PgCodec } from 'postgraphile/@dataplan/pg';
import { type GraphQLOutputType, isEnumType, isListType, isNonNullType, isScalarType } from 'postgraphile/graphql';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { NotCompilable } from './not-compilable.ts';

/**
 * Marks a null in the text of a result where GraphQL allows none. JSON never contains this character unescaped; a result that contains it
 * is discarded, and PostGraphile answers with the right error.
 */
export const nullWhereNone = '\u0001';

const missing = sql`chr(1)`;

/** Quotes text that needs no escaping, as JSON. */
const quoted = (text: SQL) => sql`'"' || ${text} || '"'`;
const plain = (value: SQL) => sql`${sql.parens(value)}::text`;
const escaped = (value: SQL) => sql`to_json(${value}::text)::text`;

/** How values become JSON text, by GraphQL scalar and database type. */
const scalars: Readonly<Record<string, Readonly<Record<string, (value: SQL, codec: PgCodec) => SQL>>>> = {
  String: { text: escaped, varchar: escaped, citext: escaped, bpchar: escaped, name: escaped },
  Int: { int2: plain, int4: plain, int8: plain },
  BigInt: { int8: (value) => quoted(plain(value)) },
  Float: { float4: plain, float8: plain },
  Boolean: { bool: plain },
  UUID: { uuid: (value) => quoted(plain(value)) },
  Datetime: { timestamptz: (value, codec) => quoted(codec.castFromPg?.(value) ?? value) },
  // The value as a text, as everywhere in this schema.
  JSON: { jsonb: escaped },
  Date: { date: (value, codec) => quoted(codec.castFromPg?.(value) ?? value) },
};

/**
 * Returns the JSON text of a value, never null.
 * @param isNotNull true if the database guarantees that the value isn't null
 */
export function jsonOf(value: SQL, codec: PgCodec, outputType: GraphQLOutputType, isNotNull: boolean): SQL {
  const type = isNonNullType(outputType) ? outputType.ofType : outputType;
  const text = isListType(type) ? jsonOfList(value, codec, type.ofType) : jsonOfSingle(value, codec, type);
  return isNotNull ? text : orNull(text, isNonNullType(outputType));
}

/** Returns the text, or the replacement for null. */
export function orNull(text: SQL, isNonNull: boolean): SQL {
  return sql`coalesce(${text}, ${isNonNull ? missing : sql.literal('null')})`;
}

function jsonOfSingle(value: SQL, codecOrDomain: PgCodec, type: GraphQLOutputType): SQL {
  const codec = baseCodecOf(codecOrDomain);
  if (isEnumType(type)) {
    const names = type.getValues().map((enumValue) => {
      if (typeof enumValue.value !== 'string' || !/^[\w -]+$/.test(enumValue.value))
        throw new NotCompilable(`the value ${enumValue.name} of ${type.name}`);
      return sql`when ${sql.literal(enumValue.value)} then ${sql.literal(`"${enumValue.name}"`)}`;
    });
    return sql`case ${value}::text ${sql.join(names, ' ')} end`;
  }
  const write = isScalarType(type) ? scalars[type.name]?.[codec.name] : undefined;
  if (!write) throw new NotCompilable(`a value of ${codec.name} as ${String(type)}`);
  return write(value, codec);
}

/** Writes lists of text, numbers, ids and enum values; detects a null in a list whose members can't be null. */
function jsonOfList(value: SQL, codecOrDomain: PgCodec, member: GraphQLOutputType): SQL {
  const inner = baseCodecOf(codecOrDomain).arrayOfCodec;
  const type = isNonNullType(member) ? member.ofType : member;
  if (!inner) throw new NotCompilable(`a list of ${codecOrDomain.name}`);
  if (isEnumType(type)) {
    const item = sql.identifier(Symbol('item'));
    const text = orNull(jsonOfSingle(item, inner, type), isNonNullType(member));
    return sql`case when ${value} is not null then '[' || array_to_string(array(select ${text} from unnest(${value}) as ${item}), ',') || ']' end`;
  }
  const isSupported =
    isScalarType(type) && ['String', 'Int', 'Boolean', 'UUID'].includes(type.name) && scalars[type.name]?.[baseCodecOf(inner).name];
  if (!isSupported) throw new NotCompilable(`a list of ${String(type)}`);
  if (!isNonNullType(member)) return sql`array_to_json(${value})::text`;
  // The value may be a function call, so it's only written once; `offset 0` keeps PostgreSQL from copying it.
  const list = sql.identifier(Symbol('list'));
  return sql`(select case when array_position(${list}.value, null) is null then array_to_json(${list}.value)::text else ${missing} end
    from (select ${value} as value offset 0) as ${list})`;
}

function baseCodecOf(codec: PgCodec): PgCodec {
  return codec.domainOfCodec ? baseCodecOf(codec.domainOfCodec) : codec;
}
