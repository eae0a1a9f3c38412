import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'postgraphile/graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorld, idOf, people } from '../../../db/tests/permissions/world.ts';
import { makeUser } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

/*
 * All lists of the schema that lead to an item: a list of items, or of rows that refer to one by a field, or by two to four nested fields.
 * New ones are found automatically. If all items are unlisted, only their writers, users with access and staff see one in these lists.
 */
const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

/** Root of each list that doesn't belong to an item: its type, and how to query it. A list of another type fails until it is added here. */
const starts: Readonly<Record<string, string>> = {
  Query: '',
  User: `userById(id: "${idOf('author')}")`,
  Tag: 'tagBySlug(slug: "sql")',
  Library: 'library',
  NoteList: 'ownNotes',
  LearningPath: 'learningPathBySlug(slug: "path")',
};

/** Types that are only reachable through one item, whose lists reveal nothing new. */
const partsOfAnItem = new Set([
  'Article',
  'Book',
  'BookLesson',
  'Clip',
  'Comment',
  'Course',
  'CourseLesson',
  'CourseSection',
  'Discussion',
  'Lesson',
  'LibraryItem',
]);

/** Arguments that a list needs besides its start. */
const listArguments: Readonly<Record<string, string>> = {
  'Query.learningPathCandidates': 'words: "course"',
  'Query.booksBySlugs': 'slugs: ["published"]',
  'Query.booksWithWords': 'words: "book"',
  'Query.coursesWithWords': 'words: "course"',
  'Query.coursesBySlugs': 'slugs: ["published"]',
  'Query.search': 'words: "course"',
  'Query.ownReactions': `discussionIds: ["${idOf('discussion clip course published')}"]`,
  'Query.placeVideosList': `courseId: "${idOf('course published')}"`,
  'Query.testimonialsByIds': `ids: ["${idOf('review learner published')}"]`,
  'Query.testimonialsBySlugs': 'slugs: ["review"]',
};

const items = new Set(['Article', 'Book', 'Clip', 'Course', 'Lesson']);
/** Matches texts that identify an item; those of a user's own page or a file don't. */
const naming = /permalink|path$/iu;
const namingOthers = new Set(['AuthorPage', 'Page', 'PageRevision', 'Redirect', 'User', 'VideoCaption']);

type List = { name: string; document: string };

const bare = (type: GraphQLOutputType): GraphQLOutputType => (isNonNullType(type) ? bare(type.ofType) : type);
const fieldsOf = (type: GraphQLNamedType) => (isObjectType(type) ? Object.values(type.getFields()) : []);
const needs = (field: GraphQLField<unknown, unknown>) => field.args.some(({ type }) => isNonNullType(type));

/** Returns the members of a list; null if the field isn't one. */
function heldBy(field: GraphQLField<unknown, unknown>): { type: GraphQLNamedType; isConnection: boolean } | null {
  const type = bare(field.type);
  if (isListType(type)) return { type: getNamedType(type), isConnection: false };
  const nodes = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields().nodes : undefined;
  return nodes === undefined ? null : { type: getNamedType(nodes.type), isConnection: true };
}

/** Returns all selections of single fields below a type that end at an item's id, or at a text that identifies one. */
function pathsToItems(type: GraphQLNamedType, depth: number, visited: readonly string[]): string[] {
  if (items.has(type.name)) return ['id'];
  const own = namingOthers.has(type.name) ? [] : fieldsOf(type);
  const names = own.flatMap((field) => (naming.test(field.name) && !isObjectType(getNamedType(field.type)) ? [field.name] : []));
  if (depth === 0) return names;
  return [
    ...names,
    ...fieldsOf(type).flatMap((field) => {
      const below = getNamedType(field.type);
      if (needs(field) || heldBy(field) || !isObjectType(below) || visited.includes(below.name)) return [];
      return pathsToItems(below, depth - 1, [...visited, below.name]).map((path) => `${field.name} { ${path} }`);
    }),
  ];
}

function* listsOf(): Generator<List> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || /^Mutation$|(?:Payload|Connection)$/u.test(type.name)) continue;
    for (const field of fieldsOf(type)) {
      const members = heldBy(field);
      const paths = members ? pathsToItems(members.type, 4, [members.type.name]) : [];
      if (!members || paths.length === 0 || partsOfAnItem.has(type.name)) continue;
      const name = `${type.name}.${field.name}`;
      const rest = listArguments[name];
      const first = field.args.some((argument) => argument.name === 'first') ? 'first: 50' : '';
      const all = [first, rest].filter(Boolean).join(', ');
      const selection = `${field.name}${all && `(${all})`} { ${members.isConnection ? `nodes { ${paths.join(' ')} }` : paths.join(' ')} }`;
      const start = starts[type.name];
      yield { name, document: start === undefined ? '' : start === '' ? `{ ${selection} }` : `{ ${start} { ${selection} } }` };
    }
  }
}
const lists = [...listsOf()];

test('every list is tested: each starts at a known field or belongs to one item @DATA-01', () => {
  expect(lists.filter(({ document }) => document === '').map(({ name }) => name)).toEqual([]);
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Query.courses', 'Query.search', 'User.comments', 'Library.items']),
  );
});

type Seen = Record<string, string[]>;
let site: TestApi;
let listed: Record<string, Seen>;
let unlisted: Record<string, Seen>;
beforeAll(async () => {
  site = await startTestApi();
  const { superuser } = site.db;
  await buildWorld(superuser);
  await superuser.query(`update app_public.testimonials set slug = 'review' where id = $1`, [idOf('review learner published')]);
  const askers = { ...people, newcomer: { role: 'learner', userId: await makeUser(site.db, 'Newcomer') } } as const;
  const { rows } = await superuser.query<{ id: string }>(
    ['courses', 'books', 'articles', 'lessons', 'clips'].map((table) => `select id from app_public.${table}`).join(' union all '),
  );
  const itemIds = new Set(rows.map(({ id }) => id));
  const itemsIn = (answer: string) =>
    [...answer.matchAll(/"([0-9a-f-]{36})"|"(\/(?:courses|books|articles|clips)\/[^"]*)"/gu)].flatMap(([, id, path]) =>
      path !== undefined || (id !== undefined && itemIds.has(id)) ? [path ?? id ?? ''] : [],
    );
  const look = async () => {
    const visited: Record<string, Seen> = {};
    for (const { name, document } of lists)
      for (const [who, { role, userId }] of Object.entries(askers)) {
        const { data } = await site.api.execute({
          document,
          variables: {},
          viewer: { role, userId },
        });
        (visited[name] ??= {})[who] = itemsIn(JSON.stringify(data ?? null));
      }
    return visited;
  };
  listed = await look();
  for (const table of ['courses', 'books', 'articles']) await superuser.query(`update app_public.${table} set is_shown_publicly = false`);
  unlisted = await look();
}, 240_000);
afterAll(() => site?.stop());

test.each(lists)('$name shows no unlisted item to users who have no part in it @DATA-01', ({ name }) => {
  const { visitor, newcomer } = unlisted[name] ?? {};
  expect({ visitor, newcomer }).toEqual({ visitor: [], newcomer: [] });
  // Control: the same query does return listed ones, at least for some user.
  expect(Object.values(listed[name] ?? {}).flat()).not.toEqual([]);
});
