import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { requestDocument } from '../request-document.ts';
import { addressOf, keyOf } from './hit-facts.ts';
import { HitLine } from './hit-line.tsx';
import { SearchDocument, type Hit } from './search-document.ts';
import styles from './search.module.css';

const debounceMs = 150;
const atMost = 12;
const listId = 'search-box-hits';

type SearchResult = { query: string; hits: readonly Hit[]; hasFailed: boolean };
const noHits: SearchResult = { query: '', hits: [], hasFailed: false };

type Props = {
  /** The search field, which is mounted before this component. */
  input: HTMLInputElement;
  /** Called before another page is opened. */
  onLeave: () => void;
};

/** The hits for the text in the search field: updated while typing, selected with the arrow keys, opened with Enter. */
export function SearchHits({ input, onLeave }: Props) {
  const [query, setQuery] = useState(input.value);
  const [at, setAt] = useState(0);
  const { query: answered, hits, hasFailed } = useHits(query.trim());
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  // Until the hits for what is typed arrive, those for the earlier text stay visible, but can't be selected.
  const isStale = answered !== query.trim();
  const chosen = isStale ? undefined : hits[Math.min(at, hits.length - 1)];
  const all = `/search?${new URLSearchParams({ q: query.trim() })}`;

  const go = (url: string) => {
    onLeave();
    void navigate(url);
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && chosen) {
      event.preventDefault();
      const next = (Math.min(at, hits.length - 1) + step + hits.length) % hits.length;
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    // Enter ends the composition of a Chinese or Japanese word.
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      if (query.trim() !== '') go(chosen ? addressOf(chosen) : all);
    }
  });
  // Before the first paint: searches for the text typed so far and starts listening for more.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const read = () => {
      setQuery(input.value);
      setAt(0);
    };
    read();
    input.addEventListener('input', read, listening);
    input.addEventListener('keydown', handleKey, listening);
    return () => listening.abort();
  }, [input]);
  useEffect(() => {
    input.setAttribute('aria-expanded', String(hits.length > 0));
    if (chosen) input.setAttribute('aria-activedescendant', `${listId}-${hits.indexOf(chosen)}`);
    else input.removeAttribute('aria-activedescendant');
  }, [input, hits, chosen]);
  useEffect(
    () => () => {
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    },
    [input],
  );
  return (
    <>
      <div
        className={`rows ${styles.list}`}
        role="listbox"
        aria-label="Results"
        id={listId}
        ref={list}
        hidden={hits.length === 0}
        aria-busy={isStale}
      >
        {hits.map((hit, n) => (
          <button
            type="button"
            key={keyOf(hit)}
            id={`${listId}-${n}`}
            role="option"
            tabIndex={-1}
            disabled={isStale}
            aria-selected={hit === chosen}
            className={hit === chosen ? `row row--on ${styles.option}` : `row ${styles.option}`}
            onMouseMove={() => setAt(n)}
            onClick={() => go(addressOf(hit))}
          >
            <HitLine hit={hit} />
          </button>
        ))}
      </div>
      <p className={`meta ${styles.state}`} role="status">
        <span>{stateOf({ query: query.trim(), answered, hits, hasFailed })} </span>
        {hits.length > 0 && (
          <a className="link" href={all}>
            All results
          </a>
        )}
      </p>
    </>
  );
}

function stateOf({
  query,
  answered,
  hits,
  hasFailed,
}: {
  query: string;
  answered: string;
  hits: readonly Hit[];
  hasFailed: boolean;
}): string {
  if (query === '') return 'Type to search. Use the arrow keys to select and Enter to open.';
  if (hasFailed) return 'Search isn’t responding. Try again.';
  if (answered !== query) return 'Searching…';
  const [first] = hits;
  if (!first) return `No results for “${query}”.`;
  return first.searched.toLowerCase() === query.toLowerCase() ? '' : `Showing results for “${first.searched}”.`;
}

/** Loads the hits shortly after the last key; outdated responses are ignored. */
function useHits(query: string): SearchResult {
  const [result, setResult] = useState<SearchResult>(noHits);
  useEffect(() => {
    if (query === '') {
      setResult(noHits);
      return undefined;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => {
      requestDocument(SearchDocument, { words: query, kinds: null, atMost, isTyping: true }, { signal: ending.signal })
        .then(({ search }) => setResult({ query, hits: search.nodes, hasFailed: false }))
        .catch((error: unknown) => {
          if (ending.signal.aborted) return;
          console.error('The search failed.', error);
          setResult({ query, hits: [], hasFailed: true });
        });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [query]);
  return result;
}
