import type { PgCodec } from 'postgraphile/@dataplan/pg';
import { type GraphQLOutputType, isEnumType, isListType, isNonNullType, isScalarType } from 'postgraphile/graphql';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { NotCompilable } from './not-compilable.ts';

/**
 * Stands in the text of an answer where GraphQL allows no null and the database has one. No JSON contains this sign as it is; what
 * contains it is answered by PostGraphile, which knows what to say.
 */
export const nullWhereNone = '\u0001';

const missing = sql`chr(1)`;

/** Text of JSON between quotes: for what needs no escaping. */
const quoted = (text: SQL) => sql`'"' || ${text} || '"'`;
const plain = (value: SQL) => sql`${sql.parens(value)}::text`;
const escaped = (value: SQL) => sql`to_json(${value}::text)::text`;

/** How values of a type become text of JSON, by the scalar of GraphQL and the type in the database. */
const scalars: Readonly<Record<string, Readonly<Record<string, (value: SQL, codec: PgCodec) => SQL>>>> = {
  String: { text: escaped, varchar: escaped, citext: escaped, bpchar: escaped, name: escaped },
  Int: { int2: plain, int4: plain, int8: plain },
  BigInt: { int8: (value) => quoted(plain(value)) },
  Float: { float4: plain, float8: plain },
  Boolean: { bool: plain },
  UUID: { uuid: (value) => quoted(plain(value)) },
  Datetime: { timestamptz: (value, codec) => quoted(codec.castFromPg?.(value) ?? value) },
  Date: { date: (value, codec) => quoted(codec.castFromPg?.(value) ?? value) },
};

/**
 * The text of JSON for a value, never null.
 *
 * @param isNotNull true when the database knows that the value is there
 */
export function jsonOf(value: SQL, codec: PgCodec, given: GraphQLOutputType, isNotNull: boolean): SQL {
  const type = isNonNullType(given) ? given.ofType : given;
  const text = isListType(type) ? jsonOfList(value, codec, type.ofType) : jsonOfOne(value, codec, type);
  return isNotNull ? text : orNull(text, isNonNullType(given));
}

/** The text, or what stands where there is none. */
export function orNull(text: SQL, isNonNull: boolean): SQL {
  return sql`coalesce(${text}, ${isNonNull ? missing : sql.literal('null')})`;
}

function jsonOfOne(value: SQL, given: PgCodec, type: GraphQLOutputType): SQL {
  const codec = baseOf(given);
  if (isEnumType(type)) {
    const names = type.getValues().map((one) => {
      if (typeof one.value !== 'string' || !/^[\w -]+$/.test(one.value)) throw new NotCompilable(`the value ${one.name} of ${type.name}`);
      return sql`when ${sql.literal(one.value)} then ${sql.literal(`"${one.name}"`)}`;
    });
    return sql`case ${value}::text ${sql.join(names, ' ')} end`;
  }
  const write = isScalarType(type) ? scalars[type.name]?.[codec.name] : undefined;
  if (!write) throw new NotCompilable(`a value of ${codec.name} as ${String(type)}`);
  return write(value, codec);
}

/** Lists of text, numbers and ids, as they are; a null in one whose members are never null is found out. */
function jsonOfList(value: SQL, given: PgCodec, member: GraphQLOutputType): SQL {
  const inner = baseOf(given).arrayOfCodec;
  const type = isNonNullType(member) ? member.ofType : member;
  if (!inner) throw new NotCompilable(`a list of ${given.name}`);
  const isKnown =
    isScalarType(type) && ['String', 'Int', 'Boolean', 'UUID'].includes(type.name) && scalars[type.name]?.[baseOf(inner).name];
  if (!isKnown) throw new NotCompilable(`a list of ${String(type)}`);
  const text = sql`array_to_json(${value})::text`;
  return isNonNullType(member) ? sql`case when array_position(${value}, null) is null then ${text} else ${missing} end` : text;
}

function baseOf(codec: PgCodec): PgCodec {
  return codec.domainOfCodec ? baseOf(codec.domainOfCodec) : codec;
}
