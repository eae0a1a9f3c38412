import { data, type RouterContextProvider } from 'react-router';
import { bookCard, courseCard, nextDue, type CardFacts } from '../../shared/catalog/card-facts.ts';
import { excerptOf } from '../../shared/discussions/comment-excerpt.server.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { ProfileDocument, type ProfileNode } from './profile-documents.ts';

/** What a profile shows. */
export type ProfileFacts = Omit<ProfileNode, 'contributions' | 'publicComments'> & {
  cards: CardFacts[];
  /** The newest public comments, with their beginning as plain text. */
  comments: (Omit<ProfileNode['publicComments']['nodes'][number], 'bodyDelta'> & { excerpt: string })[];
};

/** The maximum number of characters of a comment in a profile: about four lines. */
const maxExcerpt = 280;

/** Loads the profile of a username; throws 404 if it doesn't exist. */
export async function loadProfile(context: Readonly<RouterContextProvider>, username: string): Promise<ProfileFacts> {
  if (!/^[a-z0-9_-]{1,40}$/.test(username)) throw data(null, { status: 404 });
  const { userByUsername: user } = await runDocument(context, ProfileDocument, { username });
  if (!user) throw data(null, { status: 404 });
  const now = Date.now();
  const { contributions, publicComments, ...facts } = user;
  const courses = contributions.nodes.flatMap(({ course }) => (course?.isShownPublicly ? [course] : []));
  const books = contributions.nodes.flatMap(({ book }) => (book?.isShownPublicly ? [book] : []));
  dependsOn(
    context,
    [`user:${user.id}`, `comments-of:${user.id}`, 'contributions', 'courses', 'books', 'plans'],
    nextDue([...courses, ...books], now),
  );
  const cards = [...courses.map((node) => courseCard(node, now)), ...books.map((node) => bookCard(node, now))];
  const comments = publicComments.nodes.map(({ bodyDelta, ...comment }) => ({ ...comment, excerpt: excerptOf(bodyDelta, maxExcerpt) }));
  return { ...facts, comments, cards: cards.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) };
}
