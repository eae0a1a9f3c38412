import { Suspense, useState } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { StudioLesson } from './lesson-documents.ts';
import styles from './studio.module.css';

// The player and the upload are only loaded when it's opened.
const VideoField = lazyComponent(() => import('../../shared/video-field/video-field.tsx').then((module) => module.VideoField));

/** The video of a lesson: one line that expands to its upload, poster and captions. */
export function LessonVideo({ lesson }: { lesson: Pick<StudioLesson, 'id' | 'videoUrl' | 'videoDuration'> }) {
  const [playbackId, setPlaybackId] = useState(() => videoSources(lesson.videoUrl, null)?.playbackId ?? null);
  // Once open it stays mounted, so that an upload continues while it's collapsed.
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className={styles['video']} onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary>
        Video{' '}
        <span className="meta num">
          {playbackId === null ? 'none' : lesson.videoDuration !== null && formatDuration(lesson.videoDuration)}
        </span>
      </summary>
      {wasOpened && (
        <Suspense fallback={<p className="meta">Loading…</p>}>
          <VideoField
            owner={{ kind: 'lesson', id: lesson.id }}
            playbackId={playbackId}
            onChange={setPlaybackId}
            label="Video of the lesson"
          />
        </Suspense>
      )}
    </details>
  );
}
