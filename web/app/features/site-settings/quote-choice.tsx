import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { useEffect, useId, useState } from 'react';
import type { ReviewsToChooseQuery } from '../../../.documents/graphql.ts';
import type { ChosenQuote } from '../../shared/page-content/standard-home.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { type EntryField, EntryList } from './entry-list.tsx';
import { ChosenReviewsDocument, ReviewsToChooseDocument } from './page-editor-documents.ts';
import styles from './page-editor.module.css';

const most = 24;
const fields: readonly EntryField[] = [
  { name: 'quote', label: 'Quote', control: 'textarea', hint: 'Text between ** and ** is highlighted.' },
  { name: 'name', label: 'Name', control: 'input' },
  { name: 'role', label: 'Role', control: 'input' },
  { name: 'imageUrl', label: 'Portrait', control: 'image', hint: 'Square. Without one, the initials are shown.' },
];

type Review = NonNullable<ReviewsToChooseQuery['reviewList']>['nodes'][number];
type Shown = { readonly quote: string; readonly name: string };

type Props = {
  quotes: readonly ChosenQuote[];
  /** True if featured testimonials are shown while none is chosen here. */
  hasOthers: boolean;
  onChange: (quotes: readonly ChosenQuote[]) => void;
};

/** The field for testimonials: learners' reviews, and testimonials written here. The first one is shown large. */
export function QuoteChoice({ quotes, hasOthers, onChange }: Props) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Shown>>(new Map());
  const [isChoosing, setIsChoosing] = useState(false);
  const missing = quotes
    .flatMap(({ id }) => (id !== '' && !loaded.has(id) ? [id] : []))
    .toSorted()
    .join();
  useEffect(() => {
    if (missing === '') return;
    const ids = missing.split(',');
    requestDocument(ChosenReviewsDocument, { ids })
      .then(({ testimonialsByIds }) => {
        const reviewsById = new Map(
          testimonialsByIds?.nodes.map(({ id, quoteMd, name, user }) => [
            id,
            { quote: quoteMd, name: name ?? user?.displayName ?? 'A reader' },
          ]),
        );
        const gone = { quote: 'This review isn’t shown anymore, so the page leaves it out.', name: '' };
        setLoaded((before) => new Map([...before, ...ids.map((id) => [id, reviewsById.get(id) ?? gone] as const)]));
      })
      .catch((error: unknown) => console.error('The chosen reviews couldn’t be loaded.', error));
  }, [missing]);
  const add = ({ id, quoteMd, user }: Review) => {
    setLoaded((before) => new Map([...before, [id, { quote: quoteMd, name: user?.displayName ?? 'A reader' }]]));
    onChange([...quotes, { id, quote: '', name: '', role: '', imageUrl: '' }]);
  };
  return (
    <EntryList
      legend="Testimonials"
      hint={hasOthers && quotes.length === 0 ? 'The featured ones are shown until you choose others.' : 'The first one is shown large.'}
      one="testimonial"
      fields={fields}
      most={most}
      rows={quotes}
      renderRow={({ id = '' }) => {
        if (id === '') return undefined;
        const review = loaded.get(id);
        return (
          <p>
            <span dir="auto">{review?.quote ?? 'Loading…'}</span>{' '}
            {review !== undefined && review.name !== '' && (
              <span className="meta">
                Review by <bdi>{review.name}</bdi>
              </span>
            )}
          </p>
        );
      }}
      onChange={(rows) => onChange(rows.map((row) => ('id' in row ? row : Object.assign(row, { id: '' })) as unknown as ChosenQuote))}
    >
      {quotes.length < most && (
        <Button variant="line" size="small" aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
          {isChoosing ? 'Close the reviews' : 'Choose a review'}
        </Button>
      )}
      {isChoosing && <ReviewList chosen={new Set(quotes.map(({ id }) => id))} onChoose={add} />}
    </EntryList>
  );
}

function ReviewList({ chosen, onChoose }: { chosen: ReadonlySet<string>; onChoose: (review: Review) => void }) {
  const [person, setPerson] = useState('');
  const [reviews, setReviews] = useState<readonly Review[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const id = useId();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      requestDocument(ReviewsToChooseDocument, { person: person.trim() || null, before: null }, { signal: controller.signal })
        .then(({ reviewList }) => {
          setHasFailed(false);
          setReviews(reviewList?.nodes ?? []);
        })
        .catch(() => !controller.signal.aborted && setHasFailed(true));
    }, 200);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [person]);
  return (
    <div className={styles['search']}>
      <label htmlFor={id}>Reviews by</label>
      <input
        id={id}
        className={inputClass}
        type="search"
        dir="auto"
        placeholder="Username"
        value={person}
        onChange={({ currentTarget: { value } }) => setPerson(value)}
      />
      {hasFailed && <ErrorNote>We couldn’t load the reviews. Try again.</ErrorNote>}
      <ul aria-label="Reviews">
        {reviews?.length === 0 && <li className="meta">No reviews found.</li>}
        {(reviews ?? []).map((review) => (
          <li key={review.id}>
            <p>
              <span dir="auto">{review.quoteMd}</span>{' '}
              <span className="meta">
                <bdi>{review.user?.displayName ?? 'Deleted user'}</bdi>, {review.rating} of 5,{' '}
                <bdi>{(review.course ?? review.book)?.title}</bdi>
              </span>
            </p>
            <Button
              variant="line"
              size="small"
              disabled={chosen.has(review.id)}
              aria-label={`${chosen.has(review.id) ? 'Added' : 'Add'}: review by ${review.user?.displayName ?? 'a deleted user'}`}
              onClick={() => onChoose(review)}
            >
              {chosen.has(review.id) ? 'Added' : 'Add'}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
