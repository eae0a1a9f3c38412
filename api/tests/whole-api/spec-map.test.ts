import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { schemaFile } from '@newline/api/print-schema';
import { buildSchema, getNamedType, isLeafType, isObjectType, type GraphQLSchema } from 'postgraphile/graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specInventory } from './spec-inventory.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

type Row = { entity: string; field: string; fieldPath: string; type: string; reason: string };

let schema: GraphQLSchema;
let rows: Row[];
beforeAll(async () => {
  schema = buildSchema(await readFile(schemaFile, 'utf8'));
  rows = readMap(await readFile(fileURLToPath(new URL('../../../docs/spec-map.md', import.meta.url)), 'utf8'));
});

function readMap(text: string): Row[] {
  let entity = '';
  return text.split('\n').flatMap((line) => {
    entity = /^## (.+) \([AB, ]+\)$/.exec(line)?.[1] ?? entity;
    const [, field, fieldPath, last] = /^\| (.+?) \| (`[^`]+`)? ?\| (.+) \|$/.exec(line) ?? [];
    if (!field || field === 'field' || field.startsWith('---')) return [];
    const hasPlace = fieldPath !== undefined;
    return [
      {
        entity,
        field,
        fieldPath: fieldPath?.replaceAll('`', '') ?? '',
        type: hasPlace ? (last?.replaceAll('`', '') ?? '') : '',
        reason: hasPlace ? '' : (last ?? ''),
      },
    ];
  });
}

/** Returns the type of a path such as `Clip.likes.totalCount`; null if it doesn't exist. */
function typeAt(fieldPath: string): string | null {
  const [typeName = '', ...fields] = fieldPath.split('.');
  let type = schema.getType(typeName);
  let text: string | null = null;
  for (const name of fields) {
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field) return null;
    text = String(field.type);
    type = getNamedType(field.type);
  }
  return text;
}

test('docs/spec-map.md lists every entity and field of both specifications once @DATA-01', () => {
  const expected = Object.entries(specInventory).flatMap(([entity, fields]) => fields.split(', ').map((field) => `${entity}: ${field}`));
  const listed = rows.map(({ entity, field }) => `${entity}: ${field}`);
  const split = listed.flatMap((line) => {
    const [entity = '', ...rest] = line.split(': ');
    return rest
      .join(': ')
      .split(', ')
      .map((field) => `${entity}: ${field}`);
  });
  expect(split.toSorted()).toEqual(expected.toSorted());
});

test('each is in api/schema.graphql under that name and type, or has a reason @DATA-01', () => {
  for (const { entity, field, fieldPath, type, reason } of rows) {
    if (fieldPath) expect(`${entity} ${field}: ${typeAt(fieldPath)}`).toBe(`${entity} ${field}: ${type}`);
    else expect(reason.length, `${entity} ${field}`).toBeGreaterThan(20);
  }
});

/** Start of the path to a row of each type. */
const roots: Record<string, string[]> = {
  Clip: ['clips(first: 3)', 'nodes'],
  Course: ['courses(first: 3)', 'nodes'],
  Book: ['books(first: 3)', 'nodes'],
  CourseLesson: ['courses(first: 1)', 'nodes', 'courseLessons(first: 3)', 'nodes'],
  BookLesson: ['books(first: 1)', 'nodes', 'bookLessons(first: 3)', 'nodes'],
  Lesson: ['courses(first: 1)', 'nodes', 'courseLessons(first: 3)', 'nodes', 'lesson'],
  Discussion: ['clips(first: 90)', 'nodes', 'discussions(first: 1)', 'nodes'],
  Comment: ['clips(first: 90)', 'nodes', 'discussions(first: 1)', 'nodes', 'comments(first: 2)', 'nodes'],
  User: ['courses(first: 3)', 'nodes', 'contributions(first: 1)', 'nodes', 'user'],
  Testimonial: ['courses(first: 30)', 'nodes', 'testimonials(first: 2)', 'nodes'],
  Survey: ['courses(first: 30)', 'nodes', 'surveys(first: 2)', 'nodes'],
  Attachment: ['clips(first: 90)', 'nodes', 'discussions(first: 1)', 'nodes', 'attachments(first: 1)', 'nodes'],
  Tag: ['tags(first: 3)', 'nodes'],
  Article: ['articles(first: 3)', 'nodes'],
};

describe('in the demo', () => {
  let site: TestApi;
  beforeAll(async () => {
    site = await startTestApi({ demo: true });
  }, 120_000);
  afterAll(() => site?.stop());

  test.each(Object.keys(roots))('every field of %s is answered @DATA-01', async (typeName) => {
    const fieldPaths = rows
      .filter(({ fieldPath }) => fieldPath.startsWith(`${typeName}.`))
      .map(({ fieldPath }) => fieldPath.split('.').slice(1));
    expect(fieldPaths.length).toBeGreaterThan(0);
    const root = roots[typeName] ?? [];
    const text = root.reduceRight((inside, step) => `${step} { ${inside} }`, select(typeName, fieldPaths));
    const { data, errors } = await site.newBrowser().graphql(`{ ${text} }`);
    expect(errors).toBeUndefined();
    const values = root.reduce<unknown[]>((level, step) => level.flatMap((each) => read(each, step.replace(/\(.*/, ''))), [data]);
    if (typeName !== 'Attachment') expect(values.filter((row) => row !== null).length).toBeGreaterThan(0);
  });
});

function read(value: unknown, name: string): unknown[] {
  const next = (value as Record<string, unknown> | null)?.[name];
  return Array.isArray(next) ? next : next === undefined || next === null ? [] : [next];
}

/** Returns a selection with all paths, with shortened lists. */
function select(typeName: string, paths: readonly string[][]): string {
  const type = schema.getType(typeName);
  const byHead = Map.groupBy(paths, ([head]) => head ?? '');
  return [...byHead]
    .map(([head, tails]) => {
      const field = isObjectType(type) ? type.getFields()[head] : undefined;
      if (!field) return head;
      const inner = getNamedType(field.type);
      const args = field.args.some(({ name }) => name === 'first') ? '(first: 2)' : '';
      const rest = tails.map((tail) => tail.slice(1)).filter((tail) => tail.length > 0);
      if (isLeafType(inner)) return head;
      return `${head}${args} { __typename ${select(inner.name, rest)} }`;
    })
    .join(' ');
}
