import type { SiteClaim } from '@newline/api/rules/site/settings';
import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { Line } from '@newline/ui/components/line';
import { Play } from 'lucide';
import { Fragment } from 'react';
import { Link } from '../../shared/link.tsx';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { OpeningClip, OpeningPage } from './home-facts.ts';
import styles from './headline.module.css';

type Props = { content: HomeContent['HEADLINE']; claims: readonly SiteClaim[]; clip: OpeningClip | null; page: OpeningPage | null };

/** The first lines of the home page, the caret after the last one, the introduction, a clip to watch and a page to read. */
export function Headline({ content, claims, clip, page }: Props) {
  const { headline, lead } = content;
  return (
    <section className="wrap">
      <Line className={styles.open}>
        <h1 className={styles.say}>
          {headline.map((line, at) => (
            <Fragment key={line}>
              <span>
                <i aria-hidden="true">{at + 1}</i>
                <b>
                  {line}
                  {at === headline.length - 1 && <span className="caret" />}
                </b>
              </span>{' '}
            </Fragment>
          ))}
        </h1>
        <div className={styles.intro}>
          <p className="lead" dir="auto">
            {lead}
          </p>
          <p className={styles.join}>
            <Link className={buttonClass()} to="/sign-up">
              Sign up
            </Link>
          </p>
          {claims.length > 0 && (
            <p className="meta num">
              {claims.map(({ figure, words }, at) => (
                <Fragment key={words}>
                  <span>
                    <b>{figure}</b> {words}
                    {at < claims.length - 1 && <span className="sep" />}
                  </span>{' '}
                </Fragment>
              ))}
            </p>
          )}
        </div>
        {(clip !== null || page !== null) && (
          <div className={styles.samples}>
            {clip !== null && <ClipLink clip={clip} />}
            {page !== null && <PageLink page={page} />}
          </div>
        )}
      </Line>
    </section>
  );
}

/** The newest clip as it looks in the player; it plays on its own page. */
function ClipLink({ clip: { id, title, isShort, stillUrl, duration } }: { clip: OpeningClip }) {
  return (
    <Link className={styles.clip} to={`/clips/${id}`}>
      <span className={styles.frame} data-shape={isShort ? 'upright' : 'wide'}>
        <img src={stillUrl} alt="" width={360} height={isShort ? 640 : 203} decoding="async" />
        <span className={styles.play}>
          <Icon of={Play} />
        </span>
      </span>
      <span>
        <span className="meta num">Watch{duration === null ? ' a clip' : ` ${duration}`}</span>
        <b dir="auto">{title}</b>
      </span>
    </Link>
  );
}

/** A page of a book as its reader sees it, with numbered paragraphs, cut off at the bottom; the whole of it is a link to the chapter. */
function PageLink({ page: { book, chapter, permalink, paragraphs } }: { page: OpeningPage }) {
  return (
    <div className={styles.sheet}>
      <p>
        <span className="meta">
          Read <bdi>{book}</bdi>
        </span>
        <Link to={permalink} dir="auto">
          {chapter}
        </Link>
      </p>
      <ol>
        {paragraphs.map(({ id, text }) => (
          <li key={id} dir="auto">
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}
