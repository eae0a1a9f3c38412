import { portrait } from '../covers/portrait.ts';
import { topicOfName } from './topic-of-name.ts';
import styles from './avatar.module.css';

type Props = {
  /** Whose picture: the drawing and the colours come from it. */
  name: string;
  imageUrl?: string | null;
  /** Side in px, 56 or more; an avatar is meant for less. */
  size: number;
  /** True where it stands far down: it is fetched when it comes near. */
  isLazy?: boolean;
};

/** A person at 56 px and more: their picture, or head and shoulders drawn in lines. Decoration: the name stands beside it. */
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
