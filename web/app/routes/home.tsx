import { site } from '../../../site.config.ts';
import type { Route } from './+types/home';
import { clipTile } from '../features/home/clip-tile.ts';
import { Headline } from '../features/home/headline.tsx';
import { HomeDocument } from '../features/home/home-documents.ts';
import { NewestBooks } from '../features/home/newest-books.tsx';
import { NewestClips } from '../features/home/newest-clips.tsx';
import { NewestCourses } from '../features/home/newest-courses.tsx';
import { Canonical } from '../shared/canonical.tsx';
import { bookCard, courseCard, nextDue } from '../shared/catalogue/card-facts.ts';
import { dependsOn, runDocument } from '../shared/run-document.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { coursesByTag, booksByTag, clips } = await runDocument(context, HomeDocument, {});
  const now = Date.now();
  dependsOn(
    context,
    ['courses', 'books', 'clips', 'contributions', 'users', 'testimonials'],
    nextDue([...coursesByTag.nodes, ...booksByTag.nodes], now),
  );
  return {
    courses: coursesByTag.nodes.slice(0, 5).map((node) => courseCard(node, now)),
    books: booksByTag.nodes.map((node) => bookCard(node, now)),
    clips: clips.nodes.map(clipTile),
  };
}

export const meta: Route.MetaFunction = () => [{ title: site.home.title }, { name: 'description', content: site.description }];

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <Canonical path="/" />
      <Headline />
      <NewestCourses number={4} courses={loaderData.courses} />
      <NewestBooks number={5} books={loaderData.books} />
      <NewestClips number={6} clips={loaderData.clips} />
    </main>
  );
}
