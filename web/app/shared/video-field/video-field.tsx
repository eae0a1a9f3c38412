import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { ConfirmButton } from '../confirm/confirm-button.tsx';
import { formatDuration } from '../format-duration.ts';
import { Player } from '../player/player.tsx';
import { videoSources } from '../player/video-sources.ts';
import { requestDocument } from '../request-document.ts';
import { CaptionsEditor } from './captions-editor.tsx';
import { PosterChoice } from './poster-choice.tsx';
import { type PlaceVideoState, usePlaceVideo, type VideoPlace } from './use-place-video.ts';
import { useFileDrop } from './use-file-drop.ts';
import { LessonPassDocument, type PlaceVideo } from './video-documents.ts';
import styles from './video-field.module.css';

/** The props of the field. */
export type VideoFieldProps = {
  /** The lesson or clip, or the course or book whose trailer it is. It must already exist, and the user must be one of its authors. */
  owner: VideoPlace;
  /** The video that the page knows: `videoSources(videoUrl)?.playbackId`. Null for none. */
  playbackId: string | null;
  /**
   * Called when the video was changed or removed. The server has already stored it (URL, length, a clip's poster), so there is nothing to
   * save, only to show.
   */
  onChange: (playbackId: string | null) => void;
  /** The label of the group; 'Video' by default. */
  label?: string;
  /** True when the page knows that the video is portrait, which is otherwise unknown for videos that weren't uploaded here. */
  isUpright?: boolean;
};

const accepted = 'video/*,.mp4,.m4v,.mov,.webm,.mkv,.avi,.ts';

/**
 * The video of a lesson, a clip or a trailer: choose or drop a file, follow its upload (pause, resume, also after a reload or a lost
 * connection) and processing, play it, choose its poster, edit its captions, replace or remove it. The previous video plays until the new
 * one is ready. The field stores every change immediately.
 *
 * @example <VideoField place={{ kind: 'clip', id: clip.id }} playbackId={videoSources(clip.videoUrl)?.playbackId ?? null} onChange={() =>
 * reload()} />
 */
export function VideoField({ owner, playbackId, onChange, label = 'Video', isUpright = false }: VideoFieldProps) {
  const state = usePlaceVideo(owner, onChange);
  const { isKnown, isOutdated, current, pending, sending, problem, send, remove } = state;
  const input = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const isOver = useFileDrop(container, (file) => {
    if (sending === null) send(file);
  });
  const hint = useId();
  const isElsewhere = current === null && playbackId !== null && !isOutdated;
  const hasVideo = current !== null || isElsewhere;
  const isBusy = sending !== null || (pending !== null && pending.status !== 'FAILED');

  const handleChoice = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Cleared, so that the same file can be chosen again.
    event.target.value = '';
    if (file) send(file);
  };
  const choose = () => input.current?.click();

  return (
    <div
      className={styles['field']}
      role="group"
      aria-label={label}
      aria-describedby={hint}
      data-over={isOver || undefined}
      ref={container}
    >
      <p className={styles['partName']} aria-hidden="true">
        {label}
      </p>
      {current !== null && <Playing video={current} onChange={state.reload} />}
      {isKnown && isElsewhere && <FromElsewhere owner={owner} playbackId={playbackId} isUpright={isUpright} />}
      {pending !== null && <OnItsWay state={state} pending={pending} onChoose={choose} />}
      {!isKnown && (
        <p className="meta" role="status">
          Loading...
        </p>
      )}
      {isKnown && !isBusy && (
        <p className="acts">
          <Button variant="line" size="small" onClick={choose}>
            {hasVideo ? 'Replace the video' : 'Upload a video'}
          </Button>
          {hasVideo && (
            <ConfirmButton
              variant="bare"
              action="Remove"
              object={`the ${label.toLowerCase()}`}
              consequence="It no longer plays here. If it isn’t used anywhere else, the file and its captions are deleted. You can’t undo this."
              onConfirm={remove}
            />
          )}
        </p>
      )}
      <p className="meta" id={hint}>
        MP4, MOV, WebM, MKV or AVI; choose a file or drop it here.
      </p>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      <input ref={input} type="file" accept={accepted} aria-label={`${label} file`} onChange={handleChoice} hidden />
    </div>
  );
}

/** The current video, with its settings. */
function Playing({ video, onChange }: { video: PlaceVideo; onChange: () => Promise<void> }) {
  const { playbackId, name, durationSeconds, width, height, stillSeconds, posterSecond, captionsList } = video;
  const sources = videoSources(video.videoUrl, video.pass);
  const facts = [name, durationSeconds !== null && formatDuration(durationSeconds), width !== null && `${width} × ${height ?? ''}`];
  return (
    <>
      {sources !== null && (
        <Preview
          key={captionsList.map(({ language, vtt }) => language + vtt.length).join()}
          isUpright={isUprightOf(video)}
          sources={sources}
          video={video}
        />
      )}
      <p className={`meta num ${styles['facts']}`}>{facts.filter(Boolean).join(' · ')}</p>
      {sources !== null && stillSeconds.length > 1 && (
        <PosterChoice
          playbackId={playbackId}
          sources={sources}
          seconds={stillSeconds}
          chosen={posterSecond}
          isUpright={isUprightOf(video)}
          onChange={onChange}
        />
      )}
      <CaptionsEditor playbackId={playbackId} captions={captionsList} onChange={onChange} />
    </>
  );
}

type PreviewProps = {
  isUpright: boolean;
  sources: NonNullable<ReturnType<typeof videoSources>>;
  video: Pick<PlaceVideo, 'name' | 'durationSeconds' | 'posterSecond'>;
};

function Preview({ isUpright, sources, video: { name, durationSeconds, posterSecond } }: PreviewProps) {
  return (
    <div className={styles['preview']} data-shape={isUpright ? 'upright' : 'wide'}>
      <Player
        title={name}
        video={sources}
        posterSecond={posterSecond}
        durationSeconds={durationSeconds}
        shape={isUpright ? 'upright' : 'wide'}
        startSeconds={0}
        isAutoplay={false}
      />
    </div>
  );
}

/** A video that wasn't uploaded here: from the demo, or at a provider. */
function FromElsewhere({ owner, playbackId, isUpright }: { owner: VideoPlace; playbackId: string; isUpright: boolean }) {
  const [pass, setPass] = useState<string | null>(null);
  const isLesson = owner.kind === 'lesson';
  useEffect(() => {
    if (!isLesson) return;
    requestDocument(LessonPassDocument, { id: owner.id }).then(
      ({ lessonById }) => setPass(lessonById?.videoPass ?? null),
      () => undefined,
    );
  }, [isLesson, owner.id]);
  const sources = videoSources(`local:${playbackId}`, pass);
  if (sources === null || (isLesson && pass === null)) return <p className="meta">{playbackId}</p>;
  return <Preview isUpright={isUpright} sources={sources} video={{ name: label(owner), durationSeconds: null, posterSecond: null }} />;
}

function isUprightOf({ width, height }: PlaceVideo): boolean {
  return width !== null && height !== null && height > width;
}

function label({ kind }: VideoPlace): string {
  return kind === 'lesson' ? 'Video of the lesson' : kind === 'clip' ? 'Video of the clip' : 'Trailer';
}

/** A file that is being uploaded or processed, or that failed. */
function OnItsWay({ state, pending, onChoose }: { state: PlaceVideoState; pending: PlaceVideo; onChoose: () => void }) {
  const { sending, pause, resume, discard } = state;
  const cancel = (
    <Button variant="bare" size="small" onClick={discard}>
      Cancel
    </Button>
  );
  if (pending.status === 'FAILED') {
    return (
      <>
        <ErrorNote>{`${pending.name}: ${pending.reason ?? ''}`}</ErrorNote>
        <p className="acts">
          <Button variant="bare" size="small" onClick={discard}>
            Dismiss
          </Button>
        </p>
      </>
    );
  }
  if (sending !== null) {
    const percent = Math.floor((100 * sending.sentBytes) / Math.max(1, sending.totalBytes));
    const status = sending.isPaused ? 'Paused' : sending.isWaiting ? 'Waiting for a connection' : 'Sending';
    return (
      <div className={styles['way']}>
        <span className={styles['wayName']}>{pending.name}</span>
        <progress aria-label={`Upload progress of ${pending.name}`} max={100} value={percent} />
        <span className="meta num">
          {`${percent} % of ${size(sending.totalBytes)}. `}
          <span aria-live="polite">{status}</span>
        </span>
        <p className="acts">
          {sending.isPaused ? (
            <Button variant="line" size="small" onClick={resume}>
              Resume
            </Button>
          ) : (
            <Button variant="line" size="small" onClick={pause}>
              Pause
            </Button>
          )}
          {cancel}
        </p>
      </div>
    );
  }
  if (pending.status === 'UPLOADING') {
    return (
      <div className={styles['way']}>
        <span>{`The upload of ${pending.name} was interrupted. Choose the same file (${size(Number(pending.byteCount))}) to resume it.`}</span>
        <p className="acts">
          <Button variant="line" size="small" onClick={onChoose}>
            Resume upload
          </Button>
          {cancel}
        </p>
      </div>
    );
  }
  const isQueued = pending.status === 'QUEUED';
  return (
    <div className={styles['way']}>
      <span className={styles['wayName']}>{pending.name}</span>
      <progress
        aria-label={`Processing progress of ${pending.name}`}
        max={100}
        {...(!isQueued && pending.progress > 0 && { value: pending.progress })}
      />
      <span className="meta num" aria-live="polite">
        {isQueued ? 'Uploaded. Waiting to be processed.' : 'Processing. You can leave this page.'}
      </span>
      <p className="acts">{cancel}</p>
    </div>
  );
}

function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
