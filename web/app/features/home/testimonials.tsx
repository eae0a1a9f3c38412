import { Line } from '@newline/ui/components/line';
import { Avatar } from '@newline/ui/components/avatar';
import { LogoStrip } from '../../shared/logo-strip.tsx';
import { QuoteView } from '../../shared/reviews/quote-view.tsx';
import type { LogoFacts, Voice } from './home-facts.ts';
import styles from './home.module.css';

type Props = { number: number; title: string; voices: readonly Voice[]; customers: readonly LogoFacts[] };

/** Testimonials, one of them large and the others in two columns, and the companies of their authors (HOME-05). */
export function Testimonials({ number, title, voices, customers }: Props) {
  const [first, ...rest] = voices;
  if (!first && customers.length === 0) return null;
  return (
    <section className="wrap" aria-label="What readers say">
      <Line number={number}>
        <div>
          {first && (
            <figure className={styles.featured}>
              <blockquote dir="auto">
                <QuoteView quote={first.quote} isSpeech />
              </blockquote>
              <Who voice={first} />
            </figure>
          )}
          <div className={styles.masonry}>
            {rest.map((voice) => (
              <figure key={voice.id} className={styles.voice}>
                <blockquote dir="auto">
                  <QuoteView quote={voice.quote} isSpeech />
                </blockquote>
                <Who voice={voice} />
              </figure>
            ))}
          </div>
          {customers.length > 0 && (
            <div className={styles.customers}>
              <LogoStrip title={title} logos={customers} />
            </div>
          )}
        </div>
      </Line>
    </section>
  );
}

function Who({ voice: { name, position, imageUrl } }: { voice: Voice }) {
  return (
    <figcaption className={styles.who}>
      <Avatar name={name} imageUrl={imageUrl} />
      <span>
        <b dir="auto">{name}</b>
        <small dir="auto">{position}</small>
      </span>
    </figcaption>
  );
}
