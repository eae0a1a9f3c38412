import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { type AuthorShareRule, type PricedTitle, SetAuthorShareDocument } from './author-share-documents.ts';
import { type RunAction, useActions } from './use-actions.ts';

type Props = { rules: readonly AuthorShareRule[]; titles: readonly PricedTitle[]; children: ReactNode };

/** The authors' share of new sales, for all titles and for single ones. The children show what authors got by month. */
export function AuthorSharesPage({ rules, titles, children }: Props) {
  const { busy, failure, perform } = useActions();
  const general = rules.find(({ course, book }) => course === null && book === null);
  const ownRules = rules.filter((rule) => rule !== general);
  return (
    <>
      <h1>Author shares</h1>
      <p className={`lead ${styles['lead']}`}>
        The authors of a course or book get a percentage of what its sales bring, without refunds and tax, and divide it equally. Pro
        subscriptions aren’t part of it. Authors see their titles under Studio → Sales. You pay them yourself.
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <form
        className={styles['form']}
        method="post"
        aria-label="Share of all titles"
        onSubmit={(event) => {
          event.preventDefault();
          const percent = Number(formText(new FormData(event.currentTarget), 'percent'));
          void perform('general', () => requestDocument(SetAuthorShareDocument, { percent, courseSlug: null, bookSlug: null }), 'Saved.');
        }}
      >
        <Field
          label="Percentage for authors"
          name="percent"
          type="number"
          min={0}
          max={100}
          step={1}
          required
          defaultValue={general?.percent ?? ''}
          hint={
            general
              ? 'For new sales. Earlier sales keep their share.'
              : 'Not set yet. It also applies to sales until now. After that, changes only apply to new sales.'
          }
        />
        <div>
          <Button type="submit" isBusy={busy === 'general'}>
            {busy === 'general' ? 'Saving…' : 'Save percentage'}
          </Button>
        </div>
      </form>
      <h2>Titles with their own percentage</h2>
      {ownRules.length > 0 && (
        <ul className={styles['list']} aria-label="Titles with their own percentage">
          {ownRules.map(({ id, percent, course, book }) => {
            const title = (course ?? book)?.title ?? '';
            return (
              <li key={id}>
                <p className={styles['head']}>
                  <b dir="auto">{title}</b>
                  <span className="num">{percent}%</span>
                </p>
                <div className={styles['acts']}>
                  <ConfirmButton
                    action="Remove"
                    object={title}
                    consequence="New sales use the percentage for all titles. Earlier sales keep their share."
                    isBusy={busy === id}
                    onConfirm={() =>
                      perform(
                        id,
                        () =>
                          requestDocument(SetAuthorShareDocument, {
                            percent: null,
                            courseSlug: course?.slug ?? null,
                            bookSlug: book?.slug ?? null,
                          }),
                        'Removed.',
                      )
                    }
                  />
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {titles.length === 0 ? (
        <p className="meta">
          No title has a price yet. Authors set prices in the studio, and you can change them under{' '}
          <Link className="link" to="/admin/plans">
            Plans and prices
          </Link>
          .
        </p>
      ) : (
        <TitleForm titles={titles} isBusy={busy === 'title'} perform={perform} />
      )}
      {children}
    </>
  );
}

/** Sets the percentage of one title. */
function TitleForm({ titles, isBusy, perform }: { titles: readonly PricedTitle[]; isBusy: boolean; perform: RunAction }) {
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label="Percentage of a title"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const fields = new FormData(form);
        const percent = Number(formText(fields, 'percent'));
        const [kind, slug = ''] = formText(fields, 'title').split(':');
        const variables = { percent, courseSlug: kind === 'course' ? slug : null, bookSlug: kind === 'book' ? slug : null };
        void perform('title', () => requestDocument(SetAuthorShareDocument, variables), 'Saved.').then((isDone) => {
          if (isDone) form.reset();
        });
      }}
    >
      <div className={styles['pair']}>
        <Field control="select" label="Title" name="title" required>
          <option value="">Choose a title</option>
          {titles.map(({ course, book }) => {
            const title = course ?? book;
            return (
              title && (
                <option key={`${course ? 'course' : 'book'}:${title.slug}`} value={`${course ? 'course' : 'book'}:${title.slug}`}>
                  {title.title}
                </option>
              )
            );
          })}
        </Field>
        <Field label="Percentage" name="percent" type="number" min={0} max={100} step={1} required />
      </div>
      <div>
        <Button type="submit" variant="line" isBusy={isBusy}>
          {isBusy ? 'Saving…' : 'Save for this title'}
        </Button>
      </div>
    </form>
  );
}
