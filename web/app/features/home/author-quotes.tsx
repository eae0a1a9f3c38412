import { Line } from '@newline/ui/components/line';
import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { Portrait } from '@newline/ui/components/portrait';
import { ArrowRight } from 'lucide';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { home } from '../../../../home.config.ts';
import type { AuthorQuote } from './home-facts.ts';
import styles from './home.module.css';

/** Three authors' quotes about publishing here, and a link to join them (HOME-06). */
export function AuthorQuotes({ number, authors }: { number: number; authors: readonly AuthorQuote[] }) {
  if (authors.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="author-words">
      <Line
        number={number}
        head={
          <>
            <h2 id="author-words">{home.authors.heading}</h2>
            <ApplyLink variant="line" />
          </>
        }
      >
        <div className={styles.authors}>
          {authors.map(({ username, name, imageUrl, quote, role, link }) => (
            <figure key={username}>
              <Portrait name={name} imageUrl={imageUrl ?? `/portraits/${encodeURIComponent(name)}`} isLazy size={88} />
              <blockquote dir="auto">{`“${quote}”`}</blockquote>
              <figcaption>
                <span>
                  {name}
                  <small>{role}</small>
                </span>
                <Link className="more" to={link.path}>
                  {link.label} <Icon of={ArrowRight} />
                </Link>
              </figcaption>
            </figure>
          ))}
        </div>
      </Line>
    </section>
  );
}

/** Leads to the form of those who want to teach, elsewhere; nothing where there is none. */
export function ApplyLink({ variant }: { variant: 'ink' | 'line' }) {
  const { applyUrl } = site;
  if (applyUrl === null) return null;
  return (
    <a className={buttonClass({ variant })} href={applyUrl} target="_blank" rel="noopener noreferrer nofollow">
      {home.authors.apply}
    </a>
  );
}
