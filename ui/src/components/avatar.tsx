import { firstLetter } from '../first-letter.ts';
import { topicOfName } from './topic-of-name.ts';
import styles from './avatar.module.css';

type Props = {
  /** Whose picture: the initials and the colours come from it. */
  name: string;
  /** A picture; initials stand in its place without one. */
  imageUrl?: string | null;
  /** Side in px. */
  size?: number;
  /** True where the name stands beside it, so that it is not read twice. */
  isDecorative?: boolean;
};

/** A person, round: their picture or their initials on a topic's colours. */
export function Avatar({ name, imageUrl = null, size = 32, isDecorative = true }: Props) {
  const label = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };
  return (
    <span
      className={styles.av}
      data-t={topicOfName(name)}
      // Drawn by the style, so that two letters are nobody's text.
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
    .filter(Boolean);
  const first = firstLetter(words[0] ?? '?');
  const last = words.length > 1 ? firstLetter(words.at(-1) ?? '') : '';
  return (first + last).toUpperCase();
}
