import { ReturnMark } from '@newline/ui/components/return-mark';
import { SafeImage } from '../safe-image.tsx';
import styles from './cover.module.css';

type Props = {
  title: string;
  kind: 'course' | 'book';
  /** One of the eight topics, lower case: chooses the printed colours. */
  topic: string;
  imageUrl: string | null;
  /** True for a picture in the first view: it is fetched at once. */
  isEarly?: boolean;
  /** True where a book stands in a 16:9 place, cut off at the bottom. */
  stands?: boolean;
  /** The size that a course's picture is shown in, in px; its own when not given. */
  size?: { width: number; height: number };
};

const sizes = { course: { width: 640, height: 360 }, book: { width: 480, height: 640 } };

/** The cover of a course (16:9) or a book (3:4); without a picture its title stands on the topic's colours. */
export function Cover({ title, kind, topic, imageUrl, isEarly = false, stands = false, size }: Props) {
  const cover = (
    <span className={kind === 'book' ? `${styles.cover} ${styles.book}` : styles.cover} data-t={topic}>
      {imageUrl ? (
        <SafeImage
          src={imageUrl}
          alt=""
          {...((kind === 'course' && size) || sizes[kind])}
          {...(isEarly ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        />
      ) : (
        <span className={styles.title} dir="auto" aria-hidden="true">
          {title}
          <ReturnMark />
        </span>
      )}
    </span>
  );
  return stands && kind === 'book' ? <span className={styles.stand}>{cover}</span> : cover;
}
