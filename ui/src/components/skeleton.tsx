import styles from './skeleton.module.css';

type Props = {
  /** CSS aspect-ratio ('4/5') or height ('0.875rem') of what will stand here. */
  ratio?: string;
  height?: string;
  width?: string;
};

/** A block in the final shape of what is loading, swept by a caret. */
export function Skeleton({ ratio, height, width }: Props) {
  return <span className={styles.skel} aria-hidden="true" style={{ aspectRatio: ratio, height, width }} />;
}
