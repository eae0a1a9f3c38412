import { Suspense } from 'react';
import { late } from '../../shared/late.ts';
import { keepHtml, KeptHtml } from '../../shared/kept-html.tsx';
import { whenNear } from '../../shared/when-near.ts';

// The server writes it whole, and its form works as it stands; in the browser its code comes when the reader is near.
const LetterSection = late(() =>
  whenNear('letter')
    .then(() => import('./letter-section.tsx'))
    .then((module) => module.LetterSection),
);

const kept = keepHtml('letter');

/** The newsletter section (HOME-04). */
export function Letter({ number }: { number: number }) {
  return (
    <section id="letter" className="wrap" aria-labelledby="newsletter">
      <Suspense fallback={<KeptHtml html={kept} />}>
        <LetterSection number={number} />
      </Suspense>
    </section>
  );
}
