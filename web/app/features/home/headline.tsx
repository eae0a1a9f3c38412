import type { SiteClaim } from '@newline/api/rules/site/settings';
import { Line } from '@newline/ui/components/line';
import { Fragment } from 'react';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import styles from './home.module.css';

/** The first lines of the home page, the caret after the last one, and the introduction. */
export function Headline({ content, claims }: { content: HomeContent['HEADLINE']; claims: readonly SiteClaim[] }) {
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
      </Line>
    </section>
  );
}
