import { nearPart } from '../../shared/near-part.tsx';
import type { RecentWords } from './carousel.tsx';
import type { Slide } from './slide.ts';

// The server renders it completely; its code hydrates it in the browser.
const Carousel = nearPart('recent-titles', () => import('./carousel.tsx').then((module) => module.Carousel));

/** The carousel of recent titles (CARO-01). */
export function RecentTitles({ number, slides, words }: { number: number; slides: readonly Slide[]; words: RecentWords | undefined }) {
  if (slides.length === 0) return null;
  return (
    <section id="recent-titles" className="wrap" aria-labelledby="recent">
      <Carousel number={number} slides={slides} words={words} />
    </section>
  );
}
