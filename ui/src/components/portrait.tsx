import { portrait } from '../covers/portrait.ts';
import { topicOfName } from './topic-of-name.ts';
import styles from './avatar.module.css';

type Props = {
  /** The user's name, from which the drawing and the colors are derived. */
  name: string;
  imageUrl?: string | null;
  /** The side length in px, 56 or more; use an avatar for less. */
  size: number;
  /** True when it's far down on the page: it's loaded when it comes near. */
  isLate?: boolean;
};

/** A user's image from 56 px, or a line drawing of a head and shoulders. Decorative: show the name next to it. */
export function Portrait({ name, imageUrl = null, size, isLate = false }: Props) {
  const attributes = { className: styles.av, style: { ['--size' as string]: `${size}px` }, 'aria-hidden': true };
  if (imageUrl) {
    return (
      <span {...attributes}>
        <img src={imageUrl} alt="" width={size} height={size} decoding="async" loading={isLate ? 'lazy' : undefined} />
      </span>
    );
  }
  // Our own SVG: the only text in it is the name, which is escaped.
  return <span {...attributes} dangerouslySetInnerHTML={{ __html: portrait({ name, topic: topicOfName(name) }) }} />;
}
