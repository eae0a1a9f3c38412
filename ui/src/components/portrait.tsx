import { portrait } from '../covers/portrait.ts';
import { topicOfName } from './topic-of-name.ts';
import styles from './avatar.module.css';

type Props = {
  /** The user's name, from which the drawing and the colors are derived. */
  name: string;
  imageUrl?: string | null;
  /** The side length in px, at least 56; use an avatar for smaller sizes. */
  size: number;
  /** True to load it lazily, when it comes near the viewport. */
  isLazy?: boolean;
};

/** A portrait of a user from 56 px: their image, or a line drawing of head and shoulders. Decorative: always add the name next to it. */
export function Portrait({ name, imageUrl = null, size, isLazy = false }: Props) {
  const attributes = { className: styles.av, style: { ['--size' as string]: `${size}px` }, 'aria-hidden': true };
  if (imageUrl) {
    return (
      <span {...attributes}>
        <img src={imageUrl} alt="" width={size} height={size} decoding="async" loading={isLazy ? 'lazy' : undefined} />
      </span>
    );
  }
  // Our own drawing: the only words in it are the name, escaped where it is drawn.
  return <span {...attributes} dangerouslySetInnerHTML={{ __html: portrait({ name, topic: topicOfName(name) }) }} />;
}
