import { learningPathLimits } from '@newline/api/rules/limits/learning-path';
import { searchLimits } from '@newline/api/rules/limits/search';
import { Badge } from '@newline/ui/components/badge';
import { Button, buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Field, inputClass } from '@newline/ui/components/field';
import { Line } from '@newline/ui/components/line';
import { useState, type SubmitEvent } from 'react';
import { Form, useNavigate } from 'react-router';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { Link } from '../../shared/link.tsx';
import { stepsText } from '../../shared/paths/path-card.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { loadStudioPaths } from './load-studio-path.server.ts';
import { CreatePathDocument } from './studio-path-documents.ts';
import styles from './studio-paths.module.css';

type Props = Awaited<ReturnType<typeof loadStudioPaths>>;

const explain = explainFields(['title']);

/** The user's learning paths, last changed first, and a form to create one. */
export function PathList({ isAuthor, isAdmin, paths, request, page, lastPage }: Props) {
  const isFiltered = request.search !== null || request.isEveryones;
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio">
            Studio
          </Link>
          <h1 className={styles['listTitle']}>Learning paths</h1>
          <p className={`lead ${styles['lead']}`}>
            Put courses, books, articles and clips in an order. Learners see their progress across all of them.
          </p>
          {isAuthor ? <NewPath /> : <p>Only authors can create learning paths. Ask an administrator to make you one.</p>}
          {(isFiltered || isAdmin || paths.length > 10) && (
            <Form className={styles['filters']} role="search" aria-label="Learning paths">
              <input
                dir="auto"
                className={inputClass}
                type="search"
                name="q"
                aria-label="Search titles"
                placeholder="Search titles"
                maxLength={searchLimits.titleWords}
                defaultValue={request.search ?? ''}
              />
              {isAdmin && (
                <select className={inputClass} name="of" aria-label="Written by" defaultValue={request.isEveryones ? 'everyone' : ''}>
                  <option value="">Mine</option>
                  <option value="everyone">Everyone’s</option>
                </select>
              )}
              <Button type="submit" variant="line">
                Find
              </Button>
            </Form>
          )}
          {paths.length === 0 && request.search !== null && (
            <EmptyState
              title="No results found"
              action={
                <Link className="link" to="/studio/paths">
                  Show all
                </Link>
              }
            />
          )}
          {paths.length === 0 && request.search === null && (
            <EmptyState
              title="No learning paths yet"
              action={
                isAuthor ? undefined : (
                  <Link className={buttonClass({ variant: 'line' })} to="/paths">
                    Learning paths of others
                  </Link>
                )
              }
            >
              A new one starts as a private draft until you publish it.
            </EmptyState>
          )}
          {paths.length > 0 && (
            <ul className={`rows ${styles['lines']}`} aria-label="Learning paths">
              {paths.map(({ id, title, isPublished, updatedAt, stepsCount, user }) => (
                <li key={id}>
                  <Link className={`row ${styles['line']}`} to={`/studio/paths/${id}`}>
                    <span className={styles['lineTitle']} dir="auto">
                      {title}
                    </span>
                    <span>
                      <Badge look={isPublished ? 'solid' : 'quiet'}>{isPublished ? 'Published' : 'Draft'}</Badge>
                    </span>
                    <span className="meta num facts">
                      {request.isEveryones && user !== null && (
                        <span>
                          <bdi>{user.displayName}</bdi>
                        </span>
                      )}
                      <span>
                        changed <LocalDate of={updatedAt} look="day" />
                      </span>
                      <span>{stepsText(stepsCount)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {lastPage > 1 && <Pages request={request} page={page} last={lastPage} />}
        </div>
      </Line>
    </main>
  );
}

/** Asks for the title of a new learning path, and opens it. */
function NewPath() {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const { isBusy, failure, faults, run } = useForm(explain);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(async () => {
      const { createLearningPath } = await requestDocument(CreatePathDocument, { title });
      await navigate(`/studio/paths/${expectValue(createLearningPath?.learningPath).id}`);
    });
  };
  return (
    <form className={styles['newPath']} method="post" aria-label="New learning path" onSubmit={handleSubmit} noValidate>
      <Field
        label="Title"
        maxLength={learningPathLimits.title}
        value={title}
        error={faults['title'] ?? failure}
        onChange={(event: { target: { value: string } }) => setTitle(event.target.value)}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? 'Creating…' : 'Create learning path'}
      </Button>
    </form>
  );
}

function Pages({ request, page, last }: { request: Props['request']; page: number; last: number }) {
  const to = (target: number) => {
    const parameters = new URLSearchParams({
      ...(request.search !== null && { q: request.search }),
      ...(request.isEveryones && { of: 'everyone' }),
      page: String(target),
    });
    return `/studio/paths?${parameters}`;
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
