import { Icon } from '@newline/ui/components/icon';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { SafeImage } from '../../shared/safe-image.tsx';
import type { ClipTile } from './clip-tile.ts';
import styles from './sections.module.css';

/** The six newest clips; each opens in the learning space. */
export function NewestClips({ number, clips }: { number: number; clips: readonly ClipTile[] }) {
  if (clips.length === 0) return null;
  return (
    <section className="wrap" aria-labelledby="newest-clips">
      <div className="line">
        <span className="no" aria-hidden="true">
          {number}
        </span>
        <div className="line__head">
          <h2 id="newest-clips">Latest clips</h2>
          <Link className="more" to="/clips">
            Open the learning space <Icon of={ArrowRight} />
          </Link>
        </div>
        <div className={styles.clips}>
          {clips.map((clip) => (
            <Link key={clip.id} className={styles.clip} to={`/clips/${clip.id}`} prefetch="intent">
              <span className={styles.still}>
                <SafeImage src={clip.stillUrl ?? undefined} alt="" width={320} height={400} loading="lazy" />
                {clip.duration && <time>{clip.duration}</time>}
              </span>
              <b>{clip.title}</b>
              <span className="meta">{clip.itemTitle}</span>
            </Link>
          ))}
        </div>
      </div>
    </section>
  );
}
