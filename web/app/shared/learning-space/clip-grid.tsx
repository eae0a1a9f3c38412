import { Skeleton } from '@newline/ui/components/skeleton';
import { type MouseEvent, useEffect, useRef } from 'react';
import { formatDuration } from '../format-duration.ts';
import { videoSources } from '../player/video-sources.ts';
import { MoreFailed } from '../more-failed.tsx';
import { hasFailed, type More } from '../use-more.ts';
import { SafeImage } from '../safe-image.tsx';
import { type Clip, chunkIntoRows } from './clip.ts';
import styles from './clip-grid.module.css';

type Props = {
  clips: readonly Clip[];
  selectedId: string | undefined;
  onSelect: (clip: Clip) => void;
  /** The next page, which may contain clips of both modes; null when there is none. It's requested when half of the loader is visible. */
  more: More | null;
};

/** The fraction of the loader that has to be visible to load more (A §9). */
const loaderThreshold = 0.5;

/** Thumbnails in rows of three, and a loader at the end that fetches more (CLIP-02). */
export function ClipGrid({ clips, selectedId, onSelect, more }: Props) {
  return (
    <>
      <ul className={styles.rows}>
        {chunkIntoRows(clips).map((row) => (
          <li key={row[0]?.id} className={styles.row}>
            {row.map((clip) => (
              <ClipThumbnail key={clip.id} clip={clip} isSelected={clip.id === selectedId} onSelect={onSelect} />
            ))}
          </li>
        ))}
      </ul>
      {more !== null && (hasFailed(more) ? <MoreFailed more={more} /> : <ClipLoader loaded={clips.length} more={more} />)}
    </>
  );
}

type ThumbnailProps = { clip: Clip; isSelected: boolean; onSelect: (clip: Clip) => void };

function ClipThumbnail({ clip, isSelected, onSelect }: ThumbnailProps) {
  const video = videoSources(clip.videoUrl);
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    onSelect(clip);
  };
  return (
    <a
      className={styles.thumb}
      href={`/clips/${clip.id}`}
      aria-current={isSelected ? 'true' : undefined}
      onClick={choose}
      data-clip-id={clip.id}
    >
      <span className={styles.frame} data-shape={clip.isShort ? 'upright' : 'wide'}>
        <SafeImage src={video?.stillUrl(clip.thumbnailSeconds)} alt="" width={224} height={clip.isShort ? 280 : 126} loading="lazy" />
        {clip.durationSeconds === null ? null : (
          <time className={styles.time} dateTime={`PT${Math.round(clip.durationSeconds)}S`}>
            {formatDuration(clip.durationSeconds)}
          </time>
        )}
      </span>
      <b className={styles.title} dir="auto">
        {clip.title}
      </b>
      <span className={`meta ${styles.item}`} dir="auto">
        {clip.item.title}
      </span>
    </a>
  );
}

function ClipLoader({ loaded, more: { state, ask } }: { loaded: number; more: More }) {
  const loader = useRef<HTMLDivElement>(null);
  const isLoading = state === 'loading';
  useEffect(() => {
    const element = loader.current;
    if (element === null || isLoading) return undefined;
    // Observed again after every page: a loader that is still visible fetches the next one.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= loaderThreshold)) ask();
      },
      { threshold: loaderThreshold },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading, loaded, ask]);
  return (
    <div className={styles.loader} ref={loader} data-clip-loader="">
      {[0, 1, 2].map((column) => (
        <span key={column} className={styles.thumb}>
          <Skeleton ratio="4/5" />
          <Skeleton height="0.875rem" width="85%" />
        </span>
      ))}
      <span className="sr" role="status">
        {isLoading ? 'Loading more clips' : ''}
      </span>
    </div>
  );
}
