import { searchLimits } from '@newline/api/rules/limits/search';
import { cutText } from '@newline/document/truncate';
import { Line } from '@newline/ui/components/line';
import { Badge } from '@newline/ui/components/badge';
import { Button, buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { inputClass } from '@newline/ui/components/field';
import { Form } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { BeginWork } from './begin-work.tsx';
import { ItemLines } from './item-lines.tsx';
import { Instant } from './studio-instant.tsx';
import type { ItemStatus } from '../../../.documents/graphql.ts';
import { itemStatusLabels } from '../../shared/item-status.ts';
import { statusLabels, wordsCount } from './status-words.ts';
import type { ArticleStatus, ItemLine, StudioLine } from './studio-documents.ts';
import styles from './studio.module.css';

/** The filters in the list's URL. */
export type ListRequest = {
  search: string | null;
  /** The state, if it's one that an article can have. */
  status: ArticleStatus | null;
  itemStatus: ItemStatus | null;
  /** False when the state is one that no article has. */
  hasArticles: boolean;
  isEveryones: boolean;
  first: number;
  offset: number;
};

const pageSize = 50;
const statuses = Object.keys(itemStatusLabels) as ItemStatus[];

/** Reads the filters from the URL; invalid values are ignored. */
export function readListRequest(parameters: URLSearchParams): ListRequest {
  const page = Number(parameters.get('page') ?? '1');
  const itemStatus = statuses.find((status) => status.toLowerCase() === parameters.get('status')) ?? null;
  const isOfArticles = itemStatus === null || itemStatus in statusLabels;
  return {
    search: cutText(parameters.get('q')?.trim() ?? '', searchLimits.titleWords) || null,
    status: isOfArticles ? (itemStatus as ArticleStatus | null) : null,
    itemStatus,
    hasArticles: isOfArticles,
    isEveryones: parameters.get('of') === 'everyone',
    first: pageSize,
    offset: Number.isInteger(page) && page > 1 && page < 1000 ? (page - 1) * pageSize : 0,
  };
}

type Props = {
  isAuthor: boolean;
  viewer: { isAdmin: boolean } | null;
  myCourses: { totalCount: number; nodes: ItemLine[] };
  myBooks: { totalCount: number; nodes: ItemLine[] };
  myArticles?: { totalCount: number; nodes: StudioLine[] };
  request: ListRequest;
};

const none = { totalCount: 0, nodes: [] };

/** The user's courses, books and articles, last changed first, and buttons to create new ones. */
export function StudioPage({ isAuthor, viewer, myCourses, myBooks, myArticles: { nodes, totalCount } = none, request }: Props) {
  const isFiltered = request.search !== null || request.itemStatus !== null;
  const isEmpty = totalCount + myCourses.totalCount + myBooks.totalCount === 0;
  const hasItems = myCourses.nodes.length + myBooks.nodes.length > 0 && request.offset === 0;
  if (!isAuthor && isEmpty && !isFiltered) return <NoAuthor />;
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <header className={styles['listHead']}>
            <h1>Studio</h1>
            {isAuthor && <BeginWork />}
          </header>
          <p className={`meta ${styles['figures']}`}>
            <Link className="link" to="/studio/inbox">
              Inbox
            </Link>
            <Link className="link" to="/studio/paths">
              Learning paths
            </Link>
            <Link className="link" to="/studio/analytics">
              Analytics of your courses and books
            </Link>
            <Link className="link" to="/studio/sales">
              Sales
            </Link>
          </p>
          <Form className={styles['filters']} role="search" aria-label="Your work">
            <input
              dir="auto"
              className={inputClass}
              type="search"
              name="q"
              aria-label="Search titles"
              placeholder="Search titles"
              defaultValue={request.search ?? ''}
            />
            <select className={inputClass} name="status" aria-label="Status" defaultValue={request.itemStatus?.toLowerCase() ?? ''}>
              <option value="">All statuses</option>
              {statuses.map((status) => (
                <option key={status} value={status.toLowerCase()}>
                  {itemStatusLabels[status]}
                </option>
              ))}
            </select>
            {viewer?.isAdmin === true && (
              <select className={inputClass} name="of" aria-label="Written by" defaultValue={request.isEveryones ? 'everyone' : ''}>
                <option value="">Mine</option>
                <option value="everyone">Everyone’s</option>
              </select>
            )}
            <Button type="submit" variant="line">
              Find
            </Button>
          </Form>
          {isEmpty && isFiltered && (
            <EmptyState
              title="No results found"
              action={
                <Link className="link" to="/studio">
                  Clear filters
                </Link>
              }
            />
          )}
          {isEmpty && !isFiltered && <EmptyState title="No work yet">New work starts as a private draft until you publish it.</EmptyState>}
          {request.offset === 0 && <ItemLines title="Courses" kind="course" {...myCourses} />}
          {request.offset === 0 && <ItemLines title="Books" kind="book" {...myBooks} />}
          {nodes.length > 0 && (
            <section className={styles['kind']} aria-labelledby="list-articles">
              <h2 id="list-articles" className={hasItems ? undefined : 'sr'}>
                Articles
              </h2>
              <ul className="rows">
                {nodes.map((line) => (
                  <li key={line.id}>
                    <StudioRow line={line} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Pages request={request} totalCount={totalCount} />
        </div>
      </Line>
    </main>
  );
}

function StudioRow({ line: { id, title, status, publishedAt, latestRevision } }: { line: StudioLine }) {
  const hasChanges = (status === 'PUBLISHED' || status === 'SCHEDULED') && latestRevision !== null && latestRevision.publishedAt === null;
  return (
    <Link className={`row ${styles['line']}`} to={`/studio/articles/${id}`}>
      <span className={styles['lineTitle']} dir="auto">
        {latestRevision?.title ?? title}
      </span>
      <span className={styles['states']}>
        <Badge look={status === 'PUBLISHED' ? 'solid' : 'quiet'}>{statusLabels[status]}</Badge>
        {hasChanges && <Badge look="line">Unpublished changes</Badge>}
      </span>
      <span className={`meta num ${styles['lineFacts']}`}>
        {status === 'SCHEDULED' && publishedAt !== null && (
          <span>
            appears <Instant of={publishedAt} />
          </span>
        )}
        {latestRevision && (
          <>
            <span>
              saved <Instant of={latestRevision.updatedAt} />
              {latestRevision.user && (
                <span>
                  {' '}
                  by <bdi>{latestRevision.user.displayName}</bdi>
                </span>
              )}
            </span>
            <span>{wordsCount(latestRevision.numWords)}</span>
          </>
        )}
      </span>
    </Link>
  );
}

function Pages({ request, totalCount }: { request: ListRequest; totalCount: number }) {
  const page = request.offset / pageSize + 1;
  const last = Math.ceil(totalCount / pageSize);
  if (last <= 1) return null;
  const to = (target: number) => {
    const parameters = new URLSearchParams({
      ...(request.search !== null && { q: request.search }),
      ...(request.itemStatus !== null && { status: request.itemStatus.toLowerCase() }),
      ...(request.isEveryones && { of: 'everyone' }),
      page: String(target),
    });
    return `/studio?${parameters}`;
  };
  return (
    <nav className={`acts ${styles['pages']}`} aria-label="Pages">
      {page > 1 && (
        <Link className="link" to={to(page - 1)}>
          Newer
        </Link>
      )}
      <span className="meta num">
        {page} of {last}
      </span>
      {page < last && (
        <Link className="link" to={to(page + 1)}>
          Older
        </Link>
      )}
    </nav>
  );
}

/** Shown to users who aren't authors: what the studio is, and how to become one. */
function NoAuthor() {
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <h1>The studio is for authors.</h1>
          <p className={`lead ${styles['why']}`}>
            To become one, ask an administrator of {site.name} to make you the author of an article, course or book, with a link to
            something you’ve written. Everything that you can edit will appear here.
          </p>
          <p className="acts">
            <Link className={buttonClass({ variant: 'line' })} to="/">
              Back to reading
            </Link>
          </p>
        </div>
      </Line>
    </main>
  );
}
