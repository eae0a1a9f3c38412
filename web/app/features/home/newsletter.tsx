import { nearPart } from '../../shared/near-part.tsx';

// The server writes it whole, and its form works as it stands.
const NewsletterSection = nearPart('letter', () => import('./newsletter-section.tsx').then((module) => module.NewsletterSection));

/** The newsletter section (HOME-04). */
export function Newsletter({ number }: { number: number }) {
  return (
    <section id="letter" className="wrap" aria-labelledby="newsletter">
      <NewsletterSection number={number} />
    </section>
  );
}
