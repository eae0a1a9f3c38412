import { Line } from '@newline/ui/components/line';
import { Portrait } from '@newline/ui/components/portrait';
import { topicsInRow } from '@newline/ui/covers/topics-in-row';
import { Link } from '../../shared/link.tsx';
import type { Bubble } from './home-facts.ts';
import { portraitUrl } from './portrait-url.ts';
import styles from './home.module.css';

/** The sizes that bubbles cycle through. */
const sizes = [112, 72, 92] as const;

/** Everyone who publishes here. A card appears when a bubble is hovered, focused or touched (HOME-06). */
export function AuthorBubbles({ number, heading, bubbles }: { number: number; heading: string; bubbles: readonly Bubble[] }) {
  if (bubbles.length === 0) return null;
  const topics = topicsInRow(bubbles.map(({ name }) => name));
  return (
    <section className="wrap" aria-labelledby="author-bubbles">
      <Line number={number} variant="next" head={<h2 id="author-bubbles">{heading}</h2>}>
        <ul className={styles.bubbles}>
          {bubbles.map(({ username, name, imageUrl, position, titles }, index) => (
            <li key={username} data-size={index % sizes.length}>
              {/* A button instead of a link: touching it shows the card first, even without JavaScript. */}
              <button type="button" aria-label={name}>
                <Portrait
                  name={name}
                  imageUrl={imageUrl ?? portraitUrl(name, topics[index])}
                  isLazy
                  size={sizes[index % sizes.length] ?? sizes[0]}
                />
              </button>
              <span className={styles.card}>
                <b dir="auto">{name}</b>
                <span className="meta" dir="auto">
                  {position}
                </span>
                <span className="meta">{titles}</span>
                <Link className="link meta" to={`/@${username}`}>
                  Open the profile
                  <span className="sr">
                    {' of '}
                    <bdi>{name}</bdi>
                  </span>
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </Line>
    </section>
  );
}
