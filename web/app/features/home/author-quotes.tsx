import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { Portrait } from '@newline/ui/components/portrait';
import { topicsInRow } from '@newline/ui/covers/topics-in-row';
import { ArrowRight } from 'lucide';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { AuthorQuote } from './home-facts.ts';
import { portraitUrl } from './portrait-url.ts';
import styles from './home.module.css';

type Props = { number: number; content: HomeContent['AUTHORS']; authors: readonly AuthorQuote[] };

/** Three authors' quotes about publishing here, and a link to join them (HOME-06). */
export function AuthorQuotes({ number, content, authors }: Props) {
  if (authors.length === 0) return null;
  const topics = topicsInRow(authors.map(({ name }) => name));
  return (
    <section className="wrap" aria-labelledby="author-words">
      <Line
        number={number}
        head={
          <>
            <h2 id="author-words">{content.heading}</h2>
            <ApplyLink variant="line" label={content.apply} />
          </>
        }
      >
        <div className={styles.authors}>
          {authors.map(({ username, name, imageUrl, quote, role, link }, index) => (
            <figure key={username}>
              <Portrait name={name} imageUrl={imageUrl ?? portraitUrl(name, topics[index])} isLazy size={88} />
              <blockquote dir="auto">{`“${quote}”`}</blockquote>
              <figcaption>
                <span>
                  <bdi>{name}</bdi>
                  <small dir="auto">{role}</small>
                </span>
                {link !== null && (
                  <Link className="more" to={link.path}>
                    {link.label} <Icon of={ArrowRight} />
                  </Link>
                )}
              </figcaption>
            </figure>
          ))}
        </div>
      </Line>
    </section>
  );
}

/** Links to the application form for authors on another site; renders nothing without one. */
export function ApplyLink({ variant, label }: { variant: 'ink' | 'line'; label: string }) {
  const { applyUrl } = site;
  if (applyUrl === null) return null;
  return (
    <a className={buttonClass({ variant })} href={applyUrl} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  );
}
