import { Icon } from '@newline/ui/components/icon';
import { Link } from 'lucide';
import type { RefObject } from 'react';
import { showToast } from '../toast/show-toast.ts';
import styles from './player.module.css';

type Props = { media: RefObject<HTMLVideoElement | null>; addressAt: (seconds: number) => string };

/** Copies the URL of the current second. */
export function CopyAddressButton({ media, addressAt }: Props) {
  const copy = () => {
    const url = addressAt(Math.floor(media.current?.currentTime ?? 0));
    navigator.clipboard.writeText(url).then(
      () => showToast('Copied!'),
      () => showToast('Failed to copy!', 'error'),
    );
  };
  return (
    <button
      type="button"
      className={styles.control}
      aria-label="Copy a link to this second"
      onClick={copy}
      {...{ keysused: 'Enter Space' }}
    >
      <Icon of={Link} />
    </button>
  );
}
