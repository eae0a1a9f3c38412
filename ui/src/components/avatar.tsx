import { firstLetter } from '../first-letter.ts';
import { topicOfName } from './topic-of-name.ts';
import styles from './avatar.module.css';

type Props = {
  /** The user's name, from which initials and colors are derived. */
  name: string;
  /** The URL of the image; without one, initials are shown. */
  imageUrl?: string | null;
  /** The side length in px. */
  size?: number;
  /** True when the name is shown next to it, so that it isn't read out twice. */
  isDecorative?: boolean;
};

/** A round avatar: the user's image, or their initials on a topic's colors. */
export function Avatar({ name, imageUrl = null, size = 32, isDecorative = true }: Props) {
  const label = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span
      className={styles.av}
      data-t={topicOfName(name)}
      // Rendered by CSS, so that the initials aren't part of the page's text.
      data-initials={imageUrl ? undefined : initialsOf(name)}
      style={{ ['--size' as string]: `${size}px` }}
      {...label}
    >
      {imageUrl && <img src={imageUrl} alt="" width={size} height={size} loading="lazy" decoding="async" />}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/u)
    // A name may have a word in parentheses.
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter(Boolean);
  const first = firstLetter(words[0] ?? '?');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return (first + last).toUpperCase();
}
