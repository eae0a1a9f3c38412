import { readFile } from 'node:fs/promises';
import { buildSchema, isListType, isNonNullType, isObjectType, type GraphQLOutputType } from 'graphql';
import { expect, test } from 'vitest';
import { neverNull } from '../../src/graphql/nullability-plugin.ts';

const schema = buildSchema(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8'));

test('every field that is listed as never null exists and is non-null in the schema', () => {
  const faults = Object.entries(neverNull).flatMap(([typeName, fieldNames]) => {
    const type = schema.getType(typeName);
    const fields = isObjectType(type) ? type.getFields() : {};
    return fieldNames.filter((name) => !isNonNullType(fields[name]?.type)).map((name) => `${typeName}.${name}`);
  });
  expect(faults).toEqual([]);
});

test('no list has nullable entries', () => {
  const hasNullEntry = (type: GraphQLOutputType): boolean =>
    isNonNullType(type) ? hasNullEntry(type.ofType) : isListType(type) && !isNonNullType(type.ofType);
  const faults = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter((field) => hasNullEntry(field.type))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
  expect(faults).toEqual([]);
});
