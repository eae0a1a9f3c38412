import { searchLimits } from '@newline/api/rules/limits/search';
import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { X } from 'lucide';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import styles from './search-box.module.css';

const loadHits = () => import('./search-hits.tsx').then((module) => module.SearchHits);
const SearchHits = lazyComponent(loadHits);

/**
 * The search dialog. Its field is in the HTML of every page, and the script in the head opens it (`early-script.ts`), so text typed after
 * the shortcut reaches it however late the other code loads. Until there are hits, Enter opens the results page.
 */
export function SearchBox() {
  const box = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const { current } = box;
    // It may have been opened before hydration.
    if (current?.open === true) setOpen(true);
    const opener = document.getElementById('search-open');
    const preload = () => void loadHits().catch((error: unknown) => console.warn(error));
    for (const sign of ['pointerenter', 'focus']) opener?.addEventListener(sign, preload, { once: true });
    return () => {
      for (const sign of ['pointerenter', 'focus']) opener?.removeEventListener(sign, preload);
    };
  }, []);
  return (
    <dialog
      ref={box}
      id="search-box"
      className={styles.box}
      aria-label="Search"
      suppressHydrationWarning
      onClose={({ currentTarget }) => {
        currentTarget.querySelector('form')?.reset();
        setOpen(false);
      }}
    >
      <div className={styles.in}>
        <p className={styles.title}>Search</p>
        <form action="/search">
          <input
            dir="auto"
            ref={input}
            className={styles.find}
            type="text"
            name="q"
            role="combobox"
            aria-label="Search everything"
            aria-expanded="false"
            aria-controls="search-box-hits"
            autoComplete="off"
            maxLength={searchLimits.words}
            placeholder="Titles, text, code, transcripts"
            onFocus={() => setOpen(true)}
          />
        </form>
        <Suspense fallback={<p className={`meta ${styles.state}`}>Type to search. Use the arrow keys to select and Enter to open.</p>}>
          {isOpen && input.current !== null && <SearchHits input={input.current} onLeave={() => box.current?.close()} />}
        </Suspense>
        <button type="button" data-close className={`${iconButtonClass()} ${styles.close}`} aria-label="Close">
          <Icon of={X} />
        </button>
      </div>
    </dialog>
  );
}
