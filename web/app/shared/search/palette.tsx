import { Dialog } from '@newline/ui/components/dialog';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { requestDocument } from '../request-document.ts';
import { addressOf, keyOf } from './hit-facts.ts';
import { HitLine } from './hit-line.tsx';
import { SearchDocument, type Hit } from './search-document.ts';
import styles from './search.module.css';

const waitMs = 150;
const atMost = 12;

type Found = { words: string; hits: readonly Hit[]; hasFailed: boolean };
const nothing: Found = { words: '', hits: [], hasFailed: false };

/** Search over the page: hits come while one types, arrows choose, Return goes there. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const { words: answered, hits, hasFailed } = useHits(words.trim());
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const chosen = hits[Math.min(at, hits.length - 1)];
  const all = `/search?${new URLSearchParams({ q: words.trim() })}`;

  const go = (address: string) => {
    onClose();
    void navigate(address);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && hits.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, hits.length - 1) + step + hits.length) % hits.length;
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    }
    // While a Chinese or Japanese word is put together Return ends that.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && words.trim() !== '') {
      event.preventDefault();
      go(chosen && answered === words.trim() ? addressOf(chosen) : all);
    }
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Search" initialFocus={input}>
      <input
        ref={input}
        className={styles.find}
        type="search"
        role="combobox"
        aria-label="Search everything"
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${hits.indexOf(chosen)}`}
        autoComplete="off"
        maxLength={200}
        placeholder="Titles, texts, code, what is said"
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={handleKey}
      />
      <div className={`rows ${styles.list}`} role="listbox" aria-label="Hits" id={id} ref={list} hidden={hits.length === 0}>
        {hits.map((hit, n) => (
          <button
            type="button"
            key={keyOf(hit)}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
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
        {stateOf({ words: words.trim(), answered, hits, hasFailed })}{' '}
        {hits.length > 0 && (
          <a className="link" href={all}>
            All hits
          </a>
        )}
      </p>
    </Dialog>
  );
}

function stateOf({
  words,
  answered,
  hits,
  hasFailed,
}: {
  words: string;
  answered: string;
  hits: readonly Hit[];
  hasFailed: boolean;
}): string {
  if (words === '') return 'Type a word. Arrows choose, Return goes there.';
  if (hasFailed) return 'The search does not answer. Try again in a moment.';
  if (answered !== words) return 'Searching…';
  const [first] = hits;
  if (!first) return `Nothing has “${words}”.`;
  return first.searched.toLowerCase() === words.toLowerCase() ? '' : `Shown is “${first.searched}”.`;
}

/** The hits of the words, a moment after the last key; an answer that came too late is dropped. */
function useHits(words: string): Found {
  const [found, setFound] = useState<Found>(nothing);
  useEffect(() => {
    if (words === '') {
      setFound(nothing);
      return undefined;
    }
    const ending = new AbortController();
    const timer = setTimeout(() => {
      requestDocument(SearchDocument, { words, kinds: null, atMost, isTyping: true }, { signal: ending.signal })
        .then(({ search }) => setFound({ words, hits: search.nodes, hasFailed: false }))
        .catch((error: unknown) => {
          if (ending.signal.aborted) return;
          console.error('The search failed.', error);
          setFound({ words, hits: [], hasFailed: true });
        });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [words]);
  return found;
}
