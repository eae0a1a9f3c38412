import { formatDuration } from '../format-duration.ts';
import { kindNames, piecesOf, wordsOf } from './hit-facts.ts';
import type { Hit } from './search-document.ts';
import styles from './search.module.css';

/** A hit: its kind, its title and context, and the matching text. */
export function HitLine({ hit }: { hit: Hit }) {
  const { title, excerpt } = wordsOf(hit);
  return (
    <>
      <span className={`meta ${styles.kind}`}>
        {kindNames[hit.kind]}
        {hit.second !== null && <span className="num"> {formatDuration(hit.second)}</span>}
      </span>
      <span className={styles.hit}>
        <b dir="auto">{title === null ? 'Deleted user' : <Marked words={title} />}</b>
        {hit.context !== null && (
          <span className="meta">
            <span>{hit.kind === 'COMMENT' ? ' on ' : ' '}</span>
            <bdi>{hit.context}</bdi>
          </span>
        )}
        {excerpt !== '' && (
          <span
            dir={hit.kind === 'CODE' ? 'ltr' : 'auto'}
            className={hit.kind === 'CODE' ? `${styles.excerpt} ${styles.code}` : styles.excerpt}
          >
            <Marked words={excerpt} />
          </span>
        )}
      </span>
    </>
  );
}

function Marked({ words }: { words: string }) {
  return piecesOf(words).map(({ at, text, isMatch }) => (isMatch ? <mark key={at}>{text}</mark> : text));
}
