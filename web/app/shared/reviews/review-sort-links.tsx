import { Link } from '../link.tsx';
import { type ReviewSort, reviewsHref, reviewSorts } from './review-list.ts';
import styles from './reviews.module.css';

/** Links to the orders of an item's reviews. */
export function ReviewSortLinks({ path, sort }: { path: string; sort: ReviewSort }) {
  return (
    <nav className={styles.sorts} aria-label="Sort reviews">
      {reviewSorts.map((one) => (
        <Link
          key={one.name}
          to={reviewsHref(path, one.sort)}
          preventScrollReset
          aria-current={one.sort === sort ? 'true' : undefined}
          rel="nofollow"
        >
          {one.label}
        </Link>
      ))}
    </nav>
  );
}
