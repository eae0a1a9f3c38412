import styles from './avatar.module.css';

const topics = ['ai', 'frontend', 'backend', 'languages', 'basics', 'concepts', 'engineering', 'design'] as const;

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
    <span className={styles.av} data-t={topicOf(name)} style={{ ['--size' as string]: `${size}px` }} {...label}>
      {imageUrl ? <img src={imageUrl} alt="" width={size} height={size} loading="lazy" decoding="async" /> : initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/u)
    .filter(Boolean);
  const first = [...(words[0] ?? '?')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** FNV-1a over the name, so that a person keeps their colours everywhere. */
function topicOf(name: string): string {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return topics[hash % topics.length] ?? 'frontend';
}
