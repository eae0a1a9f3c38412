import styles from './skeleton.module.css';

type Props = {
  /** The CSS aspect-ratio ('4/5') or height ('0.875rem') of the final content. */
  ratio?: string;
  height?: string;
  width?: string;
};

/** A placeholder with the final shape of the loading content. */
export function Skeleton({ ratio, height, width }: Props) {
  return <span className={styles.skel} aria-hidden="true" style={{ aspectRatio: ratio, height, width }} />;
}
