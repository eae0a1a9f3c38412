import type { Connections } from '../../src/connections.ts';
import { withClient } from '../../src/with-client.ts';
import { loadCaptions } from './load-captions.ts';
import { loadCatalog } from './load-catalog.ts';
import { loadCertificates } from './load-certificates.ts';
import { loadClips } from './load-clips.ts';
import { countFrom, type LoadContext } from './load-context.ts';
import { loadLearningPaths } from './load-learning-paths.ts';
import { loadNotes } from './load-notes.ts';
import { loadHomePage } from './load-home-page.ts';
import { loadDiscussions } from './load-discussions.ts';
import { loadPeople } from './load-users.ts';
import { loadPages } from './load-pages.ts';
import { loadPlans, loadPurchases } from './load-plans.ts';
import { loadProgress } from './load-progress.ts';
import { loadReviews } from './load-reviews.ts';
import { loadSales } from './load-sales.ts';
import { loadSite } from './load-site.ts';
import { loadTexts } from './load-texts.ts';
import { readContent } from './read-content.ts';

/** The options for loading the demo. */
export type DemoOptions = {
  /** The key from which the passwords of the demo users are derived. */
  secretKey: string;
  /** The site's URL: links to other sites are marked in the texts. */
  publicUrl: string;
  /** The date that all dates of the demo are relative to. */
  now: Date;
  /** Called with a line at the start, and one with the counts at the end. */
  log?: (line: string) => void;
};

/** The number of loaded rows, by the name of their kind. */
export type DemoCounts = Record<'courses' | 'books' | 'lessons' | 'articles' | 'clips' | 'people' | 'reviews' | 'comments', number>;

/**
 * Loads the demo site into an empty database, completely or not at all, as the owner of the tables. Returns the counts, or null, without
 * loading anything, if there is a user, a course or a book already. Throws with file, field and reason if the texts are invalid.
 */
export async function loadDemo(connections: Pick<Connections, 'owner'>, options: DemoOptions): Promise<DemoCounts | null> {
  return withClient(connections.owner, async (client) => {
    await client.query('begin');
    // One load at a time: a second one waits here and then finds the tables full.
    await client.query("select pg_advisory_xact_lock(hashtext('newline demo'))");
    const { rows } = await client.query<{ is_empty: boolean }>(
      `select not exists (select from app_public.users) and not exists (select from app_public.courses)
         and not exists (select from app_public.books) as is_empty`,
    );
    if (rows[0]?.is_empty !== true) {
      await client.query('rollback');
      return null;
    }
    options.log?.('Loading the demo');
    const context: LoadContext = {
      client,
      content: readContent(),
      secretKey: options.secretKey,
      siteOrigin: new URL(options.publicUrl).origin,
      now: options.now,
      daysAgo: countFrom(options.now),
    };
    // Changing counters isn't a change of the course.
    await client.query('alter table app_public.courses disable trigger touch; alter table app_public.books disable trigger touch');
    await loadSite(context);
    await loadHomePage(context);
    await loadPeople(context);
    await loadCatalog(context);
    const texts = await loadTexts(context);
    await loadPages(context);
    await loadPlans(context);
    await loadCaptions(context);
    await loadClips(context);
    await loadLearningPaths(context);
    await loadReviews(context);
    await loadProgress(context, texts);
    await loadPurchases(context);
    await loadCertificates(context);
    await loadSales(context);
    await loadDiscussions(context, texts);
    await loadNotes(context, texts);
    await client.query('alter table app_public.courses enable trigger touch; alter table app_public.books enable trigger touch');
    await client.query('commit');
    await client.query(analyzeTables);
    const counts = countContent(context);
    options.log?.(
      `Loaded ${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    );
    return counts;
  });
}

/** Updates the planner's statistics now rather than in a minute. A bare `analyze` would complain about the server's own tables. */
const analyzeTables = `do $$ declare t regclass; begin
  for t in select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) loop
    execute format('analyze %s', t);
  end loop;
end $$`;

function countContent({ content }: LoadContext): DemoCounts {
  const ofKind = (kind: string) => content.items.filter((item) => item.kind === kind).length;
  return {
    courses: ofKind('course'),
    books: ofKind('book'),
    lessons: content.items.reduce((sum, { lessons }) => sum + lessons.length, 0),
    articles: content.articles.length,
    clips: content.clips.length,
    people: content.people.length,
    reviews: content.reviews.reviews.length,
    comments: content.discussions.reduce((sum, { comments }) => sum + comments.length, 0),
  };
}
