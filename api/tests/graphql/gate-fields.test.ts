import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isInterfaceType, isObjectType, type GraphQLSchema } from 'postgraphile/graphql';
import { expect, test } from 'vitest';

/*
 * All fields of the schema that return text of an item with a paywall, and whether the paywall cuts it. A field that isn't listed fails:
 * add it here and, if it's gated, add it to e2e/support/gate/doors.ts, where all users request it.
 */
const fieldsOf: Readonly<Record<string, { gated: readonly string[]; open: readonly string[] }>> = {
  Lesson: {
    gated: ['bodyDelta', 'bodyDrawings', 'bodyHtml', 'bodyMarkdown', 'repositoryPass', 'videoPass', 'videoUrl'],
    open: ['description', 'permalink', 'repositoryPathname', 'slug', 'title'],
  },
  Article: {
    gated: ['bodyDelta', 'bodyDrawings', 'bodyHtml', 'bodyMarkdown', 'repositoryPass'],
    open: ['canonicalUrl', 'description', 'mainImageUrl', 'permalink', 'slug', 'summary', 'title'],
  },
  // Only for the article's writers.
  ArticleRevision: { gated: ['bodyDelta', 'bodyDrawings', 'bodyMarkdown', 'title'], open: [] },
  // Only for the lesson's writers.
  LessonRevision: { gated: ['bodyDelta', 'bodyDrawings', 'bodyMarkdown', 'title'], open: [] },
  // Users who may read its block can see a selection.
  Selection: { gated: ['currentText', 'delta', 'node', 'text', 'blockId', 'endBlockId'], open: [] },
  TranscriptLine: { gated: ['words'], open: [] },
  // A hit is only returned to users who may read the match.
  SearchHit: { gated: ['excerpt', 'blockId', 'context', 'path', 'searched', 'title'], open: [] },
  Course: { gated: ['repositoryPass'], open: itemFields() },
  Book: { gated: ['repositoryPass'], open: [...itemFields(), 'descriptionHtml'] },
  CourseSection: { gated: [], open: ['title'] },
};

function itemFields(): string[] {
  return (
    'archetype coverImageUrl dependencies description faq fullCoverImageUrl heroVideoUrl lessonLanguage marketingCopyMarkdown marketingHeadline ' +
    'permalink posterImageUrl previewPdfUrl pricingFeatures primaryDescriptionMarkdown resources slug subtitle summary syllabus title'
  ).split(' ');
}

/** Where gated types are reachable: a type that contains one of them and returns text must be listed, too. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  Clip: ['description', 'title', 'videoUrl'],
};

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

function textFields(from: GraphQLSchema, name: string): string[] {
  const type = from.getType(name);
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`expected a type ${name} in the schema`);
  return Object.values(type.getFields())
    .filter((field) => ['String', 'JSON'].includes(getNamedType(field.type).name))
    .map((field) => field.name)
    .toSorted();
}

test.each(Object.entries(fieldsOf))('every text of %s is listed as gated or public @DOC-04', (name, { gated, open }) => {
  expect(textFields(schema, name)).toEqual([...gated, ...open].toSorted());
});

test.each(Object.entries(elsewhere))('%s in other types returns no other text @DOC-04', (name, fields) => {
  expect(textFields(schema, name)).toEqual([...fields].toSorted());
});

test('a field that is added is found @DOC-04', () => {
  const more = buildSchema('type Lesson { title: String excerpt: String } type Query { lesson: Lesson }');
  expect(textFields(more, 'Lesson')).toEqual(['excerpt', 'title']);
});

// The catalog and the library search titles, notes the user's own notes, the studio the user's own titles, administration names and email addresses.
test('no argument except the search takes text to look for @DOC-04', () => {
  const asks = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) =>
    field.args.filter(({ name }) => /search|words|query|contains|filter|like/iu.test(name)).map(({ name }) => `${field.name}(${name})`),
  );
  expect(asks.toSorted()).toEqual([
    'booksWithWords(words)',
    'coursesWithWords(words)',
    'issuedCertificates(search)',
    'learningPathCandidates(words)',
    'library(search)',
    'myArticles(search)',
    'myBooks(search)',
    'myCourses(search)',
    'myLearningPaths(search)',
    'newsletterAddresses(search)',
    'ownNotes(search)',
    'people(filter)',
    'people(search)',
    'redirectList(search)',
    'remoteCodeForUrl(query)',
    'search(words)',
    'tagList(search)',
  ]);
});
