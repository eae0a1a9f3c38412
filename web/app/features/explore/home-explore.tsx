import { Line } from '@newline/ui/components/line';
import { type ComponentType, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { changeNote, noteOf } from '../../shared/history/entry-notes.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { StaticPart } from '../../shared/static-part.tsx';
import type { OpeningFacts } from './home-opening.tsx';
import type { CategoryProps } from './home-category.tsx';
import { titlesOf } from './explore-href.ts';
import styles from './titles.module.css';

// Only after a navigation within the browser: a page that came as HTML has it already.
const HomeOpening = lazyComponent(() => import('./home-opening.tsx').then((module) => module.HomeOpening));

const sheets = [styles];

type Opened = { Category: ComponentType<CategoryProps>; chosen: CategoryProps; isPressed: boolean };

/**
 * The catalogue on the home page. A press on a category or on View More opens it here; what that takes comes with the first press.
 * Until then, and without scripts, they are links to the explore page.
 */
export function HomeExplore({ facts }: { facts: OpeningFacts | null }) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef<symbol>(undefined);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const { key } = useLocation();

  const load = useCallback(
    async (category: string, hasMore: boolean, known: CategoryProps['categories'] | undefined, isPressed: boolean) => {
      const ask = Symbol(category);
      asked.current = ask;
      setHasFailed(false);
      try {
        const { HomeCategory, loadCategory } = await import('./home-category.tsx');
        const chosen = await loadCategory(category, hasMore, known);
        // The last press counts, in whatever order the answers come.
        if (asked.current === ask) setOpened({ Category: HomeCategory, chosen, isPressed });
      } catch (error) {
        console.error('More titles couldn’t be loaded.', error);
        if (asked.current === ask) setHasFailed(true);
      }
    },
    [],
  );

  // Back, forward and a reload open what was open.
  useEffect(() => {
    const category = noteOf(key)?.choices?.['home'];
    if (category !== undefined && asked.current === undefined) void load(category, false, undefined, false);
  }, [key, load]);

  async function open(link: HTMLElement) {
    const { category = 'all', more } = link.dataset;
    const hasMore = more !== undefined;
    const words = link.innerHTML;
    link.ariaBusy = 'true';
    if (hasMore) link.textContent = 'Loading...';
    changeNote(key, { choices: { home: category }, lists: { [titlesOf(category === 'all' ? null : category)]: 0 } });
    await load(category, hasMore, opened?.chosen.categories, true);
    link.ariaBusy = null;
    if (hasMore) link.innerHTML = words;
  }

  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-category]') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(link);
  };

  useEffect(() => {
    // What was pressed is gone with the place it stood in: who uses the keyboard goes on from what took its place.
    const next = opened?.chosen.pages === 2 ? '[role=button]' : 'nav [aria-current]';
    if (opened?.isPressed) place.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [opened]);

  return (
    <section className="wrap" aria-label="Explore">
      <Line place="next">
        <div ref={place} onClickCapture={handleClick}>
          <h2 className="sr">Titles by category</h2>
          {opened ? (
            <opened.Category {...opened.chosen} />
          ) : (
            <StaticPart name="home:explore" sheets={sheets} lazyComponent={facts && <HomeOpening {...facts} />} />
          )}
          <p className={`meta ${styles.failed}`} role="alert">
            {hasFailed ? 'We couldn’t load the titles.' : ''}
          </p>
        </div>
      </Line>
    </section>
  );
}
