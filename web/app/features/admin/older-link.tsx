import { useLocation } from 'react-router';
import { Link } from '../../shared/link.tsx';
import styles from './admin.module.css';

/** The number of rows on an administration page. */
export const rowsOfPage = 50;

/** Returns the rows of this page from a response with one more; `last` is the start of the next page, or null at the end. */
export function cutPage<TRow extends { id: string | null }>(rows: readonly TRow[]): { rows: readonly TRow[]; last: string | null } {
  const visible = rows.slice(0, rowsOfPage);
  return { rows: visible, last: rows.length > rowsOfPage ? (visible.at(-1)?.id ?? null) : null };
}

/** Links to older rows and back to the newest; the filters in the URL stay. */
export function OlderLink({ last }: { last: string | null }) {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const isPaged = parameters.has('before');
  if (last === null && !isPaged) return null;
  const to = (before: string | null) => {
    const parameters = new URLSearchParams(search);
    if (before === null) parameters.delete('before');
    else parameters.set('before', before);
    return parameters.size === 0 ? pathname : `${pathname}?${parameters}`;
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
