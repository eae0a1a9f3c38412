import { canaries, openWord, type Canary, type Planted } from './plant-canaries.ts';

/** A user who sends requests, with their cookies. */
export type Asker = {
  get: (path: string) => Promise<string>;
  graphql: (query: string, variables?: Record<string, unknown>) => Promise<string>;
};

/**
 * A source of text on the site. To add one, add a line: how it is requested, and which canaries an entitled reader finds. One that shows
 * nothing to anyone (cached copies, lists) names the word that identifies the right response.
 */
export type Door = {
  name: string;
  ask: (asker: Asker, planted: Planted) => Promise<string>;
  /** The canaries that an entitled reader finds: all of them. */
  shows: readonly Canary[];
  /** The canaries that only authors find, whatever others may read. */
  showsWriters?: readonly Canary[];
  /** Text that everyone finds, which proves that the request succeeded. */
  opens?: string;
};

const text = 'bodyDelta bodyHtml bodyMarkdown bodyDrawings isCut';
const lesson = `id title description repositoryPass videoUrl videoPass transcriptList { second words } ${text}
  discussions(first: 5) { nodes { selection { text node delta currentText } comments(first: 5) { nodes { bodyMarkdown } } } }`;
/** Few fields for deep queries, because each of them is planned again. */
const little = 'bodyMarkdown videoUrl transcriptList { words }';
const revision = 'title bodyDelta bodyMarkdown bodyDrawings';
const inLesson: readonly Canary[] = [
  'lessonText',
  'lessonCode',
  'lessonRendering',
  'lessonImage',
  'selection',
  'selectionNode',
  'transcript',
  'video',
  'repository',
];
const inArticle: readonly Canary[] = ['articleText', 'articleCode'];

/** Queries of GraphQL: a field of every shape that leads to a text. */
const graphqlDoors: readonly Door[] = [
  query(
    'a lesson of a course by its slug',
    `query ($course: String!, $lesson: String!) { courseBySlug(slug: $course) { lesson(slug: $lesson) { ${lesson} } } }`,
    inLesson,
  ),
  query('a lesson by its id', `query ($lessonId: UUID!) { lessonById(id: $lessonId) { ${lesson} } }`, inLesson),
  query(
    'the outline of a course',
    `query ($course: String!) { courseBySlug(slug: $course) { courseLessons { nodes { lesson { ${text} videoUrl videoPass } } } } }`,
    ['lessonText', 'lessonCode', 'video'],
  ),
  ...(['lesson', 'article'] as const).flatMap((kind): Door[] => {
    const working = (name: string, fields: string): Door => ({
      ...query(
        `the working text of ${kind === 'lesson' ? 'a lesson' : 'an article'}, ${name}`,
        `query ($${kind}Id: UUID!) { ${kind}ById(id: $${kind}Id) { ${fields} } }`,
        [],
      ),
      showsWriters: [kind === 'lesson' ? 'draft' : 'articleDraft'],
    });
    return [
      working('the newest', `latestRevision { ${revision} }`),
      working('its history', `revisions { totalCount nodes { ${revision} } } workingAnchors { text }`),
    ];
  }),
  query('the outline of a book', `query ($book: String!) { bookBySlug(slug: $book) { bookLessons { nodes { lesson { ${text} } } } } }`, [
    'chapterText',
  ]),
  query(
    'a lesson of a list of courses',
    `{ coursesByTag(first: 50) { nodes { courseLessons(first: 20) { nodes { lesson { bodyMarkdown } } } } } }`,
    ['lessonText', 'lessonCode'],
  ),
  query(
    'a lesson of an address',
    `query { permalinkByPath(path: "/courses/types-that-tell-the-truth") { course { courseLessons { nodes { lesson { bodyHtml } } } } } }`,
    ['lessonText', 'lessonCode'],
  ),
  query(
    'a lesson of its author',
    `{ userByUsername(username: "nadia") { contributions(first: 10) { nodes { course { courseLessons(first: 20) { nodes { lesson { bodyMarkdown } } } } } } } }`,
    ['lessonText'],
  ),
  query(
    'a chapter and an article of their author',
    `{ userByUsername(username: "nadia") { contributions(first: 10) { nodes { book { bookLessons(first: 20) { nodes { lesson { bodyMarkdown } } } } article { bodyMarkdown } } } } }`,
    ['chapterText', 'articleText'],
  ),
  {
    name: 'a lesson and an article by their global ids',
    shows: ['lessonText', 'articleText', 'video', 'transcript'],
    ask: async (asker, { lesson: { id }, article }) => {
      const ids = JSON.parse(
        await asker.graphql('query ($id: UUID!, $article: UUID!) { lessonById(id: $id) { nodeId } articleById(id: $article) { nodeId } }', {
          id,
          article: article.id,
        }),
      ) as {
        data: { lessonById: { nodeId: string }; articleById: { nodeId: string } };
      };
      // One at a time, because a node of any kind takes long to plan.
      const lessonFound = await asker.graphql(`query ($id: ID!) { node(nodeId: $id) { ... on Lesson { ${little} } } }`, {
        id: ids.data.lessonById.nodeId,
      });
      const articleFound = await asker.graphql('query ($id: ID!) { node(nodeId: $id) { ... on Article { bodyHtml bodyDelta } } }', {
        id: ids.data.articleById.nodeId,
      });
      return lessonFound + articleFound;
    },
  },
  query(
    'an article by its slug',
    `query ($article: String!) { articleBySlug(slug: $article) { title description summary repositoryPass ${text} } }`,
    [...inArticle, 'repository'],
  ),
  query('an article by its id', `query ($articleId: UUID!) { articleById(id: $articleId) { ${text} } }`, inArticle),
  query('the list of articles', `{ articlesForTag(first: 100) { totalCount nodes { ${text} } } }`, inArticle),
  query(
    'getTaggedContent',
    `query getTaggedContent($tagName: String, $first: Int, $offset: Int) {
      articlesForTag(tagName: $tagName, first: $first, offset: $offset) { totalCount nodes { id title description summary bodyDelta } }
      coursesByTag(tagName: $tagName, first: $first, offset: $offset) { nodes { id title description summary primaryDescriptionMarkdown } }
      booksByTag(tagName: $tagName, first: $first, offset: $offset) { nodes { id title subtitle descriptionHtml } } }`,
    inArticle,
    { tagName: null, first: 100, offset: 0 },
  ),
  query(
    'a discussion',
    `query ($discussionId: UUID!) { discussionById(id: $discussionId) { selection { text node delta currentText } lesson { bodyMarkdown } } }`,
    ['selection', 'selectionNode', 'lessonText'],
  ),
  ...(['lessonText', 'lessonCode', 'chapterText', 'articleText', 'articleCode', 'transcript'] as const).map((canary) =>
    query(
      `search for ${canary}`,
      `query ($words: String!) { search(words: $words, first: 20) { nodes { title path excerpt } } }`,
      [canary],
      { words: canaries[canary] },
    ),
  ),
  query(
    'search for what stands before the paywall',
    `query ($words: String!) { search(words: $words, first: 20) { nodes { title excerpt } } }`,
    [],
    { words: openWord },
  ),
];

/** Pages, the data of navigations to them, and everything else with a URL. */
const pageDoors: readonly Door[] = [
  page(
    'a lesson',
    ({ course, lesson: { slug } }) => `/courses/${course.slug}/${slug}`,
    ['lessonText', 'lessonCode', 'lessonImage', 'transcript', 'video'],
    openWord,
  ),
  page('a chapter', ({ book, chapter }) => `/books/${book.slug}/${chapter.slug}`, ['chapterText'], openWord),
  page('an article', ({ article }) => `/articles/${article.slug}`, inArticle, openWord),
  page('the page of a course', ({ course }) => `/courses/${course.slug}`, [], 'Types That'),
  page('the page of a book', ({ book }) => `/books/${book.slug}`, [], 'Postgres'),
  page('the page of an author', () => '/@nadia', [], 'Nadia'),
  page('the home page', () => '/', [], 'newline'),
  page('the page of a discussion', ({ discussionId }) => `/discussions/${discussionId}`, ['selection'], 'Open to all'),
  ...(['lessonText', 'articleCode', 'transcript'] as const).map((canary) =>
    page(`the search page for ${canary}`, () => `/search?q=${canaries[canary].slice(0, -1)}`, [canary], 'Search'),
  ),
  // What is created for feeds and for machines, whether or not it exists yet.
  ...['/sitemap.xml', '/feeds/articles.atom', '/feeds/courses.atom', '/feeds/books.atom', '/feeds/clips.atom', '/robots.txt'].map((path) =>
    file(path, () => path, []),
  ),
  ...(['svg', 'png'] as const).flatMap((end) => [
    file(
      `the picture of a lesson as ${end}`,
      ({ course, lesson: { slug } }) => `/share/courses/${course.slug}/${slug}.0123456789ab.${end}`,
      [],
    ),
    file(`the picture of an article as ${end}`, ({ article }) => `/share/articles/${article.slug}.0123456789ab.${end}`, []),
  ]),
  ...[
    (id: string) => `/studio/lessons/${id}`,
    (id: string) => `/studio/lessons/${id}.data`,
    (id: string) => `/studio/lessons/${id}/preview?as=pro`,
    (id: string) => `/studio/lessons/${id}/preview.data?as=pro`,
  ].map((pathOf): Door => ({ ...file(`the studio: ${pathOf('')}`, ({ lesson: { id } }) => pathOf(id), []), showsWriters: ['draft'] })),
  // Authors of an item can export all of it, including drafts; nobody else gets any of it.
  {
    ...file('the folder of a course', ({ course }) => `/api/import-export?of=/courses/${course.slug}`, []),
    showsWriters: ['draft', 'video'],
  },
  { ...file('the folder of a book', ({ book }) => `/api/import-export?of=/books/${book.slug}`, []), showsWriters: ['chapterText'] },
  ...['', '.data', '/preview?as=pro', '/preview.data?as=pro'].map(
    (end): Door => ({
      ...file(`the studio: /studio/articles/${end}`, ({ article: { id } }) => `/studio/articles/${id}${end}`, []),
      showsWriters: ['articleDraft'],
    }),
  ),
  file('a book as EPUB', ({ book }) => `/media/b/${book.slug}.epub`, ['chapterText'], openWord),
  file('a book as PDF', ({ book }) => `/media/b/${book.slug}.pdf`, ['chapterText'], openWord),
  ...['master.m3u8', 'captions.en.vtt', 'high-0.m4s', 'poster.webp'].flatMap((name) => [
    file(`a video without a pass: ${name}`, () => `/media/v/${canaries.video}/${name}`, []),
    file(`a video with a forged pass: ${name}`, () => `/media/s/4102444800.${'A'.repeat(32)}/${canaries.video}/${name}`, []),
  ]),
  {
    name: 'a video with one’s own pass',
    shows: ['video'],
    ask: async (asker, { lesson: { id } }) => {
      const answer = JSON.parse(await asker.graphql('query ($id: UUID!) { lessonById(id: $id) { videoPass } }', { id })) as {
        data: { lessonById: { videoPass: string | null } };
      };
      return asker.get(`/media/s/${answer.data.lessonById.videoPass ?? 'null'}/${canaries.video}/master.m3u8`);
    },
  },
];

/** All sources of text on the site. */
export const doors: readonly Door[] = [...graphqlDoors, ...pageDoors];

function query(name: string, document: string, shows: readonly Canary[], extra: Record<string, unknown> = {}): Door {
  return {
    name: `GraphQL: ${name}`,
    shows,
    ask: (asker, planted) => {
      const variables: Record<string, unknown> = {
        course: planted.course.slug,
        lesson: planted.lesson.slug,
        lessonId: planted.lesson.id,
        book: planted.book.slug,
        article: planted.article.slug,
        articleId: planted.article.id,
        discussionId: planted.discussionId,
        ...extra,
      };
      const wanted = [...(document.split('{', 1)[0] ?? '').matchAll(/\$(\w+)/gu)].map(([, name]) => name ?? '');
      return asker.graphql(document, Object.fromEntries(wanted.map((name) => [name, variables[name]])));
    },
  };
}

/** Returns a page, requested twice, so that a cached copy is tested too, and the data of a navigation to it. */
function page(name: string, pathOf: (planted: Planted) => string, shows: readonly Canary[], opens: string): Door {
  return {
    name: `${name}, its data and its kept copy`,
    shows,
    opens,
    ask: async (asker, planted) => {
      const path = pathOf(planted);
      const [bare = '', search = ''] = path.split('?');
      const data = bare === '/' ? '/_.data' : `${bare}.data`;
      return [await asker.get(path), await asker.get(search === '' ? data : `${data}?${search}`), await asker.get(path)].join('\n');
    },
  };
}

function file(name: string, pathOf: (planted: Planted) => string, shows: readonly Canary[], opens?: string): Door {
  return { name, shows, ...(opens !== undefined && { opens }), ask: (asker, planted) => asker.get(pathOf(planted)) };
}
