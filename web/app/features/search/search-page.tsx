import { searchLimits } from '@newline/api/rules/limits/search';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Line } from '@newline/ui/components/line';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Form } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { addressOf, keyOf } from '../../shared/search/hit-facts.ts';
import { HitLine } from '../../shared/search/hit-line.tsx';
import type { SearchFacts } from './load-search.server.ts';
import { groups } from './search-groups.ts';
import styles from './search-page.module.css';

/** The search page: a form and its results. Works without JavaScript. */
export function SearchPage({ words, group, hits }: SearchFacts) {
  const [first] = hits;
  const isCorrected = first !== undefined && first.searched.toLowerCase() !== words.toLowerCase();
  return (
    <div className="wrap">
      <Line variant="first">
        <div className={styles.page}>
          <h1>Search</h1>
          <Form action="/search" role="search" key={words}>
            <label className={styles.label} htmlFor="search-words">
              Titles, text, code, comments and transcripts
            </label>
            <div className={styles.line}>
              <input dir="auto" id="search-words" type="search" name="q" defaultValue={words} maxLength={searchLimits.words} />
              {group !== null && <input type="hidden" name="in" value={group} />}
              <Button type="submit">
                Search <ReturnMark />
              </Button>
            </div>
          </Form>
          {words !== '' && (
            <>
              <nav className={styles.groups} aria-label="Filter results">
                <Group words={words} name={null} label="Everything" isChosen={group === null} />
                {groups.map(({ name, label }) => (
                  <Group key={name} words={words} name={name} label={label} isChosen={group === name} />
                ))}
              </nav>
              <p className="meta" role="status">
                {isCorrected && <span>{`No results for “${words}”. Showing results for “${first.searched}”. `}</span>}
                <span>{hits.length === 0 ? '' : hits.length === 1 ? '1 hit' : `${hits.length} hits`}</span>
              </p>
              {hits.length === 0 ? (
                <EmptyState title="No results">
                  No title, text, comment or video you can see contains all of these words. Try fewer words.
                </EmptyState>
              ) : (
                <ol className="rows">
                  {hits.map((hit) => (
                    <li key={keyOf(hit)}>
                      <Link className={`row ${styles.hit}`} to={addressOf(hit)} prefetch="intent">
                        <HitLine hit={hit} />
                      </Link>
                    </li>
                  ))}
                </ol>
              )}
            </>
          )}
        </div>
      </Line>
    </div>
  );
}

function Group({ words, name, label, isChosen }: { words: string; name: string | null; label: string; isChosen: boolean }) {
  const parameters = new URLSearchParams({ q: words, ...(name !== null && { in: name }) });
  return (
    <Link to={`/search?${parameters}`} aria-current={isChosen ? 'true' : undefined}>
      {label}
    </Link>
  );
}
