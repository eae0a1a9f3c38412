import { ReturnMark } from '@newline/ui/components/return-mark';
import { SafeImage } from '../safe-image.tsx';
import styles from './cover.module.css';

type Props = {
  title: string;
  kind: 'course' | 'book';
  /** One of the eight topics in lower case; it selects the colors. */
  topic: string;
  imageUrl: string | null;
  /** True for an image in the first viewport, which is fetched immediately. */
  isEarly?: boolean;
  /** True where a book cover is shown in a 16:9 slot, cropped at the bottom. */
  stands?: boolean;
  /** The size in which a course image is shown, in px; the image's own size if omitted. */
  size?: { width: number; height: number };
};

const sizes = { course: { width: 640, height: 360 }, book: { width: 480, height: 640 } };

/** The cover of a course (16:9) or book (3:4). Without an image, its title is shown on the topic's colors. */
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
