import { buttonClass } from '@newline/ui/components/button';
import { Line } from '@newline/ui/components/line';
import { Avatar } from '@newline/ui/components/avatar';
import { LogoStrip } from '../../shared/logo-strip.tsx';
import { QuoteView } from '../../shared/reviews/quote-view.tsx';
import type { LogoFacts, Voice } from './home-facts.ts';
import styles from './home.module.css';

/** How many testimonials are shown below the large one; 'Show more' opens the others. A phone shows fewer (home.module.css). */
const numShown = 4;

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
          <Columns voices={rest.slice(0, numShown)} />
          {rest.length > numShown && (
            <details className={styles.others}>
              <summary className={buttonClass({ variant: 'line' })}>
                <span>Show more</span>
                <span>Show fewer</span>
              </summary>
              <Columns voices={rest.slice(numShown)} />
            </details>
          )}
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

/** Testimonials in two columns, or one on a narrow screen. */
function Columns({ voices }: { voices: readonly Voice[] }) {
  return (
    <div className={styles.masonry}>
      {voices.map((voice) => (
        <figure key={voice.id} className={styles.voice}>
          <blockquote dir="auto">
            <QuoteView quote={voice.quote} isSpeech />
          </blockquote>
          <Who voice={voice} />
        </figure>
      ))}
    </div>
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
