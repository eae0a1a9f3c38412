import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import { CategoryLinks } from './category-links.tsx';
import type { TaggedContent } from './explore-documents.ts';
import { exploreHref } from './explore-href.ts';
import { exploreList } from './explore-page-facts.ts';
import { LargeCard } from './large-card.tsx';
import { SmallCard } from './small-card.tsx';
import styles from './titles.module.css';

/** What the home page shows of the catalog: its categories, and the first titles of all of them. */
export type OpeningFacts = {
  categories: { slug: string; name: string }[];
  content: TaggedContent;
  /** The time from which 'New Release' is computed, in ms. */
  now: number;
};

/**
 * The large card of the newest course, the four newest other titles next to it, and links (EXPL-03). Static: only the server renders it.
 */
export function HomeOpening({ categories, content, now }: OpeningFacts) {
  const { large, small } = exploreList(content, now);
  return (
    <>
      <CategoryLinks categories={categories} category="all" />
      <div className={`${styles.titles} ${styles.opening}`}>
        {large && <LargeCard card={large} />}
        <div className={styles.columns}>
          {small.map((card) => (
            <SmallCard key={card.id} card={card} />
          ))}
        </div>
      </div>
      <div className={`${styles.after} ${styles.apart}`}>
        <a className={buttonClass({ variant: 'line' })} href={exploreHref('all', 2)} role="button" data-category="all" data-more="">
          View More
        </a>
        <Link className="more" to="/explore-catalog">
          {home.explore.link} <Icon of={ArrowRight} />
        </Link>
      </div>
    </>
  );
}
