import { nearPart } from '../../shared/near-part.tsx';

// The server writes it whole, and its form works as it stands.
const LetterSection = nearPart('letter', () => import('./letter-section.tsx').then((module) => module.LetterSection));

/** The newsletter section (HOME-04). */
export function Letter({ number }: { number: number }) {
  return (
    <section id="letter" className="wrap" aria-labelledby="newsletter">
      <LetterSection number={number} />
    </section>
  );
}
