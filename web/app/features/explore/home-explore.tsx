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

// Only needed after client-side navigation: a page that came as HTML already has it.
const HomeOpening = lazyComponent(() => import('./home-opening.tsx').then((module) => module.HomeOpening));

const styleSheets = [styles];

type Opened = { Category: ComponentType<CategoryProps>; chosen: CategoryProps; isPressed: boolean };

/**
 * The catalog on the home page. Selecting a category or View More opens it in place; the code for that is loaded with the first press.
 * Until then, and without JavaScript, they're links to the explore page.
 */
export function HomeExplore({ facts }: { facts: OpeningFacts | null }) {
  const container = useRef<HTMLDivElement>(null);
  const latestRequest = useRef<symbol>(undefined);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const { key } = useLocation();

  const load = useCallback(
    async (category: string, hasMore: boolean, categories: CategoryProps['categories'] | undefined, isPressed: boolean) => {
      const ask = Symbol(category);
      latestRequest.current = ask;
      setHasFailed(false);
      try {
        const { HomeCategory, loadCategory } = await import('./home-category.tsx');
        const chosen = await loadCategory(category, hasMore, categories);
        // Only the last press counts, regardless of the order of responses.
        if (latestRequest.current === ask) setOpened({ Category: HomeCategory, chosen, isPressed });
      } catch (error) {
        console.error('More titles couldn’t be loaded.', error);
        if (latestRequest.current === ask) setHasFailed(true);
      }
    },
    [],
  );

  // Back, Forward and reload restore the open category.
  useEffect(() => {
    const category = noteOf(key)?.choices?.['home'];
    if (category !== undefined && latestRequest.current === undefined) void load(category, false, undefined, false);
  }, [key, load]);

  async function open(link: HTMLElement) {
    const { category = 'all', more } = link.dataset;
    const hasMore = more !== undefined;
    const label = link.innerHTML;
    link.ariaBusy = 'true';
    if (hasMore) link.textContent = 'Loading...';
    changeNote(key, { choices: { home: category }, lists: { [titlesOf(category === 'all' ? null : category)]: 0 } });
    await load(category, hasMore, opened?.chosen.categories, true);
    link.ariaBusy = null;
    if (hasMore) link.innerHTML = label;
  }

  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-category]') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(link);
  };

  useEffect(() => {
    // The pressed control is gone: keyboard users continue from its replacement.
    const next = opened?.chosen.pages === 2 ? '[role=button]' : 'nav [aria-current]';
    if (opened?.isPressed) container.current?.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [opened]);

  return (
    <section className="wrap" aria-label="Explore">
      <Line variant="next">
        <div ref={container} onClickCapture={handleClick}>
          <h2 className="sr">Titles by category</h2>
          {opened ? (
            <opened.Category {...opened.chosen} />
          ) : (
            <StaticPart name="home:explore" styleSheets={styleSheets} content={facts && <HomeOpening {...facts} />} />
          )}
          <p className={`meta ${styles.failed}`} role="alert">
            {hasFailed ? 'We couldn’t load the titles.' : ''}
          </p>
        </div>
      </Line>
    </section>
  );
}
