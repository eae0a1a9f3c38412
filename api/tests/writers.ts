import { signUp } from './people.ts';
import type { Browser, GraphQLAnswer } from './browser.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** The mutations and the query of the studio. */
export const createArticle = /* GraphQL */ `
  mutation create($input: CreateArticleInput!) {
    createArticle(input: $input) {
      article { id slug title status mayPublish bodyMarkdown permalink latestRevision { id version title bodyDelta numWords user { id } } }
    }
  }
`;
const saveArticle = /* GraphQL */ `
  mutation save($input: SaveArticleInput!) {
    saveArticle(input: $input) { version savedAt revision { id version title numWords } }
  }
`;
export const publishArticle = /* GraphQL */ `
  mutation publish($input: PublishArticleInput!) {
    publishArticle(input: $input) { article { id title status publishedAt bodyMarkdown } }
  }
`;
export const updateArticle = /* GraphQL */ `
  mutation update($input: UpdateArticleInput!) {
    updateArticle(input: $input) {
      article { slug permalink description summary mainImageUrl canonicalUrl topic subscriptionRequired previewPercent isShownPublicly taggings { nodes { tag { slug } } } }
    }
  }
`;
export const restoreRevision = /* GraphQL */ `
  mutation restore($input: RestoreArticleRevisionInput!) {
    restoreArticleRevision(input: $input) { version revision { title restoredVersion bodyMarkdown } }
  }
`;
const readArticle = /* GraphQL */ `
  query read($id: UUID!) {
    articleById(id: $id) {
      title status bodyMarkdown
      latestRevision { id version title bodyMarkdown bodyDelta openBlocks publishedAt }
      revisions(first: 50) { totalCount nodes { id version title numWords restoredVersion publishedAt user { displayName } } }
    }
  }
`;
/** The requested fields of a revision. */
export type Revision = {
  id: string;
  version: number;
  title: string;
  numWords: number;
  bodyMarkdown: string;
  bodyDelta: string;
  openBlocks: number | null;
  publishedAt: string | null;
  restoredVersion: number | null;
  user: { id: string; displayName: string } | null;
};
/** The requested fields of an article. */
export type Article = {
  id: string;
  slug: string;
  title: string;
  status: string;
  permalink: string;
  bodyMarkdown: string | null;
  latestRevision: Revision | null;
  revisions: { totalCount: number; nodes: Revision[] };
};

/** Result of `saveArticle`. */
export type Saved = { saveArticle: { version: number; savedAt: string; revision: Revision } };

/** A running API with users who write articles and users who don't. */
export type Writers = {
  readonly site: TestApi;
  /** Ada Author, author of a course and of all articles from `makeArticle`. */
  readonly author: Browser;
  readonly authorId: string;
  /** Ed Editor, editor of those articles. */
  readonly editor: Browser;
  readonly editorId: string;
  readonly learner: Browser;
  readonly admin: Browser;
  /** Creates a draft of Ada's, with Ed as its editor. */
  makeArticle(bodyMarkdown?: string, title?: string): Promise<{ id: string; slug: string; version: number }>;
  save(browser: Browser, id: string, baseVersion: number, body: string, more?: object): Promise<GraphQLAnswer<Saved>>;
  read(browser: Browser, id: string): Promise<Article>;
  stop(): Promise<void>;
};

export async function startWriters(): Promise<Writers> {
  const site = await startTestApi();
  const { browser: author, userId: authorId } = await signUp(site, 'author@example.com', 'Ada Author');
  const { browser: editor, userId: editorId } = await signUp(site, 'editor@example.com', 'Ed Editor');
  const { browser: learner } = await signUp(site, 'learner@example.com', 'Lea Learner');
  const { browser: admin, userId: adminId } = await signUp(site, 'admin@example.com', 'Adam Admin');
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [adminId]);
  // Creating an item makes Ada an author.
  await site.db.superuser.query(
    `with c as (insert into app_public.courses (title, slug, permalink) values ('Course', 'course', '/courses/course') returning id)
     insert into app_public.contributions (course_id, user_id) select id, $1 from c`,
    [authorId],
  );
  let count = 0;
  return {
    site,
    author,
    authorId,
    editor,
    editorId,
    learner,
    admin,
    async makeArticle(bodyMarkdown = 'First words.', title) {
      count += 1;
      const answer = await author.graphql<{ createArticle: { article: Article } }>(createArticle, {
        input: { title: title ?? `Article ${count}`, bodyMarkdown },
      });
      const article = answer.data?.createArticle.article;
      if (!article?.latestRevision) throw new Error(`Expected an article, got ${JSON.stringify(answer)}`);
      await site.db.superuser.query(`insert into app_public.contributions (article_id, user_id, title) values ($1, $2, 'EDITOR')`, [
        article.id,
        editorId,
      ]);
      return { id: article.id, slug: article.slug, version: article.latestRevision.version };
    },
    save: (browser, id, baseVersion, body, more = {}) =>
      browser.graphql<Saved>(saveArticle, { input: { id, baseVersion, title: 'Title', bodyMarkdown: body, ...more } }),
    async read(browser, id) {
      const { data } = await browser.graphql<{ articleById: Article }>(readArticle, { id });
      if (!data) throw new Error('Expected an answer, got none');
      return data.articleById;
    },
    stop: () => site.stop(),
  };
}

/** Returns the code of the first error; undefined without one. */
export function codeOf(answer: GraphQLAnswer<object>): unknown {
  return answer.errors?.[0]?.extensions?.['code'];
}
