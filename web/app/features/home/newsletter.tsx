import { nearPart } from '../../shared/near-part.tsx';
import type { NewsletterWords } from './newsletter-section.tsx';

// The server renders it completely, and its form works without JavaScript.
const NewsletterSection = nearPart('letter', () => import('./newsletter-section.tsx').then((module) => module.NewsletterSection));

/** The newsletter section (HOME-04). */
export function Newsletter({ number, words }: { number: number; words: NewsletterWords | undefined }) {
  return (
    <section id="letter" className="wrap" aria-labelledby="newsletter">
      <NewsletterSection number={number} words={words} />
    </section>
  );
}
