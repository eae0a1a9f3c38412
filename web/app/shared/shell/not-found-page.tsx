import { Line } from '@newline/ui/components/line';
import { Button, buttonClass } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Link } from '../link.tsx';
import { site } from '@newline/api/rules/site/site';
import styles from './struck.module.css';

/** The not-found page: links, a search, and the catalog. */
export function NotFoundPage() {
  return (
    <main id="content" className="listing">
      <title>{`No such line · ${site.name}`}</title>
      <div className="wrap">
        <Line number={<Struck />} variant="first" className={styles.struck}>
          <div>
            <h1>
              This line was <del>moved</del> <del>renamed</del> struck out.
            </h1>
            <p className="lead">There’s no page at this URL. Search for a title, or start from the catalog.</p>
            <form className={styles.seek} action="/courses" role="search">
              <label className="sr" htmlFor="struck-search">
                Search courses and books
              </label>
              <input
                dir="auto"
                className={inputClass}
                id="struck-search"
                type="search"
                name="q"
                placeholder="Search courses and books"
                required
              />
              <Button type="submit">
                Search <ReturnMark />
              </Button>
            </form>
            <p className={styles.ways}>
              <Link className={buttonClass({ variant: 'line' })} to="/">
                Back to line 1
              </Link>
              <Link className="link" to="/courses">
                All courses
              </Link>
              <Link className="link" to="/books">
                All books
              </Link>
            </p>
          </div>
        </Line>
      </div>
    </main>
  );
}

function Struck() {
  return (
    <span className={styles.dele}>
      404
      <svg viewBox="0 0 24 32">
        <path d="M4 20c6-14 16-14 15-6-1 7-11 7-11 1 0-7 12-10 12-2 0 8-6 14-12 16" />
      </svg>
    </span>
  );
}
