import { useLocation } from 'react-router';
import { Link } from '../../shared/link.tsx';
import styles from './admin.module.css';

/** How many rows a page of administration shows. */
export const rowsOfPage = 50;

/** The rows of this page, of an answer that was asked for one more; `last` is where the next page begins, or null at the end. */
export function cutPage<TRow extends { id: string | null }>(rows: readonly TRow[]): { rows: readonly TRow[]; last: string | null } {
  const shown = rows.slice(0, rowsOfPage);
  return { rows: shown, last: rows.length > rowsOfPage ? (shown.at(-1)?.id ?? null) : null };
}

/** The way to older rows and back to the newest; the filters of the address stay. */
export function OlderLink({ last }: { last: string | null }) {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const isPaged = parameters.has('before');
  if (last === null && !isPaged) return null;
  const to = (before: string | null) => {
    const wanted = new URLSearchParams(search);
    if (before === null) wanted.delete('before');
    else wanted.set('before', before);
    return wanted.size === 0 ? pathname : `${pathname}?${wanted}`;
  };
  return (
    <nav className={`acts ${styles['more']}`} aria-label="Pages">
      {isPaged && (
        <Link className="link" to={to(null)}>
          Newest
        </Link>
      )}
      {last !== null && (
        <Link className="link" to={to(last)}>
          Older
        </Link>
      )}
    </nav>
  );
}
