import { Suspense } from 'react';
import { late } from '../../shared/late.ts';
import type { Slide } from './slide.ts';
import { keepHtml, KeptHtml } from '../../shared/kept-html.tsx';
import { whenNear } from '../../shared/when-near.ts';

// The server writes it whole; in the browser its code comes when the reader is near, and takes the place over as it stands.
const Carousel = late(() =>
  whenNear('recent-titles')
    .then(() => import('./carousel.tsx'))
    .then((module) => module.Carousel),
);

const kept = keepHtml('recent-titles');

/** The carousel of recent titles (CARO-01). */
export function RecentTitles({ number, slides }: { number: number; slides: readonly Slide[] }) {
  if (slides.length === 0) return null;
  return (
    <section id="recent-titles" className="wrap" aria-labelledby="recent">
      <Suspense fallback={<KeptHtml html={kept} />}>
        <Carousel number={number} slides={slides} />
      </Suspense>
    </section>
  );
}
