import { pagePath } from '@newline/api/rules/site/page-path';
import type { RouterContextProvider } from 'react-router';
import { isSitePath, shareTextOfSite } from '../../shared/head/site-pages.server.ts';
import type { ShareText } from '../../shared/head/share-text.ts';
import { graphql } from '../../shared/graphql-document.ts';
import { workOf } from '../../shared/people/work-of.ts';
import { runDocument } from '../../shared/run-document.server.ts';

type Context = Readonly<RouterContextProvider>;
type Authors = { contributions: { nodes: { user: { displayName: string } | null }[] } };
type Title = { title: string; topic: string } & Authors;
type Person = { displayName: string; employmentTitle: string | null; employerName: string | null };
type Around = { title: string; topic: string; lesson: { title: string } | null } | null;
type Clip = { title: string; course: { title: string; topic: string } | null; book: { title: string; topic: string } | null };

const PathDocument = graphql(/* GraphQL */ `query sharePath($path: String!) {
  permalinkByPath(path: $path) {
    isCurrent
    course { title topic contributions(first: 20) { nodes { user { displayName } } } }
    book { title topic contributions(first: 20) { nodes { user { displayName } } } }
    article { title topic contributions(first: 20) { nodes { user { displayName } } } }
    user { displayName employmentTitle employerName }
  }
}`);

const LessonDocument = graphql(
  /* GraphQL */ `query shareLesson($slug: String!, $lesson: String!) { courseBySlug(slug: $slug) { title topic lesson(slug: $lesson) { title } } }`,
);

const ChapterDocument = graphql(
  /* GraphQL */ `query shareChapter($slug: String!, $lesson: String!) { bookBySlug(slug: $slug) { title topic lesson(slug: $lesson) { title } } }`,
);

const ClipDocument = graphql(
  /* GraphQL */ `query shareClip($id: UUID!) { clipById(id: $id) { title course { title topic } book { title topic } } }`,
);

const PageDocument = graphql(/* GraphQL */ `query sharePage($slug: String!) { pageBySlug(slug: $slug) { title publishedAt } }`);

const PersonDocument = graphql(
  /* GraphQL */ `query sharePerson($username: String!) { userByUsername(username: $username) { displayName employmentTitle employerName } }`,
);

const LearningPathDocument = graphql(
  /* GraphQL */ `query shareLearningPath($slug: String!) { learningPathBySlug(slug: $slug) { title topic isPublished user { displayName } } }`,
);

const CertificateDocument = graphql(
  /* GraphQL */ `query shareCertificate($id: UUID!) { shownCertificate(id: $id) { courseTitle holderName topic } }`,
);

/** Returns the text of a page's link preview image, by its path; null when there is no such page that the reader may see. */
export async function shareTextOf(context: Context, path: string): Promise<ShareText | null> {
  if (path === '/index') return shareTextOfSite('/');
  if (path !== '/' && isSitePath(path)) return shareTextOfSite(path);
  const [, first = '', second, third] = path.split('/');
  if (first.startsWith('@'))
    return personText((await runDocument(context, PersonDocument, { username: first.slice(1) })).userByUsername, null);
  if (first === 'clips' && second !== undefined) return clipText((await runDocument(context, ClipDocument, { id: second })).clipById);
  if (first === 'certificates' && second !== undefined && third === undefined)
    return certificateText((await runDocument(context, CertificateDocument, { id: second })).shownCertificate);
  if (first === 'paths' && second !== undefined && third === undefined)
    return learningPathText((await runDocument(context, LearningPathDocument, { slug: second })).learningPathBySlug);
  if (second !== undefined && third !== undefined) {
    const slugs = { slug: second, lesson: third };
    if (first === 'courses') return lessonText((await runDocument(context, LessonDocument, slugs)).courseBySlug, 'Lesson');
    if (first === 'books') return lessonText((await runDocument(context, ChapterDocument, slugs)).bookBySlug, 'Chapter');
    return null;
  }
  const page = await ownersPageText(context, path);
  if (page !== null) return page;
  const { permalinkByPath: permalink } = await runDocument(context, PathDocument, { path });
  if (!permalink?.isCurrent) return null;
  return (
    titleText(permalink.course, 'Course') ??
    titleText(permalink.book, 'Book') ??
    titleText(permalink.article, 'Article') ??
    personText(permalink.user, 'Author')
  );
}

/** Returns the text of a published site page, such as /terms or /pages/contact. */
async function ownersPageText(context: Context, path: string): Promise<ShareText | null> {
  const slug = path.replace(/^\/(?:pages\/)?/u, '');
  if (slug.includes('/') || pagePath(slug) !== path) return null;
  const { pageBySlug: page } = await runDocument(context, PageDocument, { slug });
  return page && page.publishedAt !== null ? { title: page.title, kind: null, by: [], topic: 'basics' } : null;
}

function titleText(node: Title | null, kind: string): ShareText | null {
  if (!node) return null;
  const by = node.contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : []));
  return { title: node.title, kind, by, topic: node.topic.toLowerCase() };
}

function lessonText(around: Around, kind: string): ShareText | null {
  return around?.lesson ? { title: around.lesson.title, kind, by: [around.title], topic: around.topic.toLowerCase() } : null;
}

function clipText(clip: Clip | null): ShareText | null {
  const item = clip?.course ?? clip?.book;
  return clip && item ? { title: clip.title, kind: 'Clip', by: [item.title], topic: item.topic.toLowerCase() } : null;
}

/** A revoked certificate has no texts, and so no image. */
function certificateText(certificate: { [name in 'courseTitle' | 'holderName' | 'topic']: string | null } | null): ShareText | null {
  const { courseTitle: title = null, holderName = null, topic = null } = certificate ?? {};
  return title === null || holderName === null || topic === null
    ? null
    : { title, kind: 'Certificate', by: [holderName], topic: topic.toLowerCase() };
}

type LearningPath = { title: string; topic: string; isPublished: boolean; user: { displayName: string } | null };

/** A draft has no image. */
function learningPathText(path: LearningPath | null): ShareText | null {
  if (!path?.isPublished) return null;
  return { title: path.title, kind: 'Learning path', by: path.user ? [path.user.displayName] : [], topic: path.topic.toLowerCase() };
}

function personText(user: Person | null, kind: string | null): ShareText | null {
  if (!user) return null;
  const work = workOf(user);
  return { title: user.displayName, kind, by: work === '' ? [] : [work], topic: 'basics' };
}
