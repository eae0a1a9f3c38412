import { Avatar } from '@newline/ui/components/avatar';
import { foreignRel } from '@newline/document/render/frame';
import { useId } from 'react';
import { Cover } from '../../shared/catalog/cover.tsx';
import { formatHours } from '../../shared/format-hours.ts';
import type { LargeCard as Facts } from './explore-page-facts.ts';
import styles from './titles.module.css';
import { Labels, Rating } from './small-card.tsx';

/**
 * The newest course of a category. Two dots turn its image over to show its dependencies. They're radio buttons styled with CSS, so they
 * work before hydration, and with the arrow keys.
 */
export function LargeCard({ card }: { card: Facts }) {
  const id = useId();
  return (
    <article className={styles.large} data-kind="course">
      <div className={styles.sides}>
        <a className={styles.image} href={card.permalink} target="_blank" rel="noopener" tabIndex={-1} aria-hidden="true">
          <Cover title={card.title} kind="course" topic={card.topic} imageUrl={card.imageUrl} isEarly />
        </a>
        <div className={styles.details}>
          <p className={styles.needs}>Prerequisites</p>
          <dl>
            <div>
              <dt>Language</dt>
              <dd>{card.primaryLanguage ?? 'Any'}</dd>
            </div>
            {card.dependencies.map(({ name, version, link }) => (
              <div key={name}>
                <dt>
                  {link ? (
                    <a className="link" href={link} rel={foreignRel}>
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </dt>
                <dd>{version ?? 'any version'}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className={styles.in}>
        <Labels card={card} />
        <h3>
          <a href={card.permalink} target="_blank" rel="noopener">
            <bdi>{card.title}</bdi>
            <span className="sr"> (opens in a new tab)</span>
          </a>
        </h3>
        <p dir="auto">{card.description}</p>
        {card.authors[0] && (
          <span className={styles.by}>
            <Avatar name={card.authors[0]} />
            <span>
              <b>
                <bdi>{card.authors.join(', ')}</bdi>
              </b>
              <span className="meta">{card.videoSeconds > 0 ? formatHours(card.videoSeconds) : 'Text and code'}</span>
            </span>
          </span>
        )}
        <Rating card={card} />
        <fieldset className={styles.dots}>
          <legend className="sr">Cover or details</legend>
          <input type="radio" name={id} value="image" aria-label="Image" defaultChecked />
          <input type="radio" name={id} value="details" aria-label="Details" />
        </fieldset>
      </div>
    </article>
  );
}
