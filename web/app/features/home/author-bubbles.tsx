import { Line } from '@newline/ui/components/line';
import { Portrait } from '@newline/ui/components/portrait';
import { Link } from '../../shared/link.tsx';
import { home } from '../../../../home.config.ts';
import type { Bubble } from './home-facts.ts';
import styles from './home.module.css';
import { withSiteName } from './with-site-name.ts';

/** The sizes that bubbles cycle through. */
const sizes = [138, 88, 112] as const;

/** Everyone who publishes here. A card appears when a bubble is hovered, focused or touched (HOME-06). */
export function AuthorBubbles({ number, bubbles }: { number: number; bubbles: readonly Bubble[] }) {
  if (bubbles.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="author-bubbles">
      <Line number={number} variant="next" head={<h2 id="author-bubbles">{withSiteName(home.bubbles.heading)}</h2>}>
        <ul className={styles.bubbles}>
          {bubbles.map(({ username, name, imageUrl, position, titles }, index) => (
            <li key={username} data-size={index % sizes.length}>
              {/* A button instead of a link: touching it shows the card first, even without JavaScript. */}
              <button type="button" aria-label={name}>
                <Portrait
                  name={name}
                  imageUrl={imageUrl ?? `/portraits/${encodeURIComponent(name)}`}
                  isLazy
                  size={sizes[index % sizes.length] ?? sizes[0]}
                />
              </button>
              <span className={styles.card}>
                <b>{name}</b>
                <span className="meta">{position}</span>
                <span className="meta">{titles}</span>
                <Link className="link meta" to={`/@${username}`}>
                  Open the profile<span className="sr">{` of ${name}`}</span>
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </Line>
    </section>
  );
}
