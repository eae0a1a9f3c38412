import { site } from '@newline/api/rules/site/site';
import { ReturnMark } from '@newline/ui/components/return-mark';
import styles from './shell.module.css';

/** The name of the site in the header: an uploaded image, the name as text, or the default wordmark on two lines. */
export function Wordmark() {
  const { wordmark, name, hasStandardName } = site;
  if (wordmark !== null) {
    const size = { width: wordmark.width, height: wordmark.height };
    if (wordmark.darkUrl === null) return <img className={styles.mark} src={wordmark.lightUrl} {...size} alt="" />;
    // The theme is chosen on the page, so both are there; what isn't shown isn't loaded.
    return (
      <>
        <img className={`${styles.mark} ${styles.onLight}`} src={wordmark.lightUrl} {...size} alt="" loading="lazy" />
        <img className={`${styles.mark} ${styles.onDark}`} src={wordmark.darkUrl} {...size} alt="" loading="lazy" />
      </>
    );
  }
  if (!hasStandardName) return <span>{name}</span>;
  return (
    <>
      <span>
        new
        <ReturnMark />
      </span>
      <span>line</span>
    </>
  );
}
