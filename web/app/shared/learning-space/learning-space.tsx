import { Button } from '@newline/ui/components/button';
import { Duo } from '@newline/ui/components/duo';
import { EmptyState } from '@newline/ui/components/empty-state';
import { type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { More } from '../use-more.ts';
import type { OpenRequest } from '../discussions/open-request.ts';
import { type Clip, type ClipAction, type ClipMode, type ClipTotals, modeOf, startMode } from './clip.ts';
import { ClipGrid } from './clip-grid.tsx';
import { ClipStage } from './clip-stage.tsx';
import { createClipDraw } from './next-clip.ts';
import styles from './learning-space.module.css';

// Loaded when the user shares: the dialog would be a sixth of the code that the page needs to start.
const ShareDialog = lazyComponent(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/** The props of a learning space, for real pages and the demo. */
export type LearningSpaceProps = {
  clips: readonly Clip[];
  totals: ClipTotals;
  /** The next page of clips; null when all are loaded. */
  more: More | null;
  /** The clip in the URL, which may not be among the loaded ones. */
  openedClip: Clip | null;
  /** The clip that the URL names, on a page that has one. It's selected whenever `key` changes, which is different for each navigation. */
  address?: { key: string; clipId: string | null } | undefined;
  /** Called with the selected clip, or null after switching to a mode without any, to update the URL. */
  onSelect?: ((clip: Clip | null) => void) | undefined;
  /** Toggles an action of a clip. @returns true when it's on now, false when it's off, null when nothing was done */
  onToggle: (clip: Clip, action: ClipAction) => Promise<boolean | null>;
  /** The keys `{clipId}:{action}` of running requests. */
  pending: ReadonlySet<string>;
  /** Returns the URL that the share dialog shows. */
  shareLinkOf: (clip: Clip) => string;
  onPosition?: ((clip: Clip, seconds: number) => void) | undefined;
  /** True to play another clip when one ends. */
  advancesAtEnd?: boolean;
  /** Renders the comments below the clip. */
  commentsOf?: ((clip: Clip, seek: (second: number) => void) => ReactNode) | undefined;
  /** Opens the comments of the selected clip, at the current second if it has been played. */
  onComments?: ((request: OpenRequest) => void) | undefined;
  /** True to show discussions on the seek bar. */
  hasMarks?: boolean;
  /** True on a clip's own page, where the selected clip is as high as the window. */
  fillsWindow?: boolean;
  /** The heading; an h1 on a page of its own. */
  heading: ReactNode;
};

const modes = [
  { value: 'SHORTS', label: 'SHORTS' },
  { value: 'FULL', label: 'FULL' },
] as const;

/** A grid of clips, one of them selected on the stage, and the switch between short and full ones (CLIP-02 to CLIP-07). */
export function LearningSpace(props: LearningSpaceProps) {
  const { clips, totals, more, openedClip, address, onSelect, onToggle, pending } = props;
  const [mode, setMode] = useState<ClipMode>(openedClip === null ? startMode(totals) : modeOf(openedClip));
  const [chosenId, setChosenId] = useState<string | null>(openedClip?.id ?? null);
  const [isAutoplay, setIsAutoplay] = useState(false);
  const [sharedClip, setSharedClip] = useState<Clip | null>(null);
  /** True after switching to a mode without loaded clips. */
  const [awaitsFirst, setAwaitsFirst] = useState(false);
  const [followedKey, setFollowedKey] = useState(address?.key);
  const draw = useRef(createClipDraw());
  const stage = useRef<HTMLElement>(null);
  const stageId = useId();

  // Links, the search, Back and Forward select a clip like a press in the grid does: the clip in the URL is played.
  if (address !== undefined && address.key !== followedKey) {
    setFollowedKey(address.key);
    if (address.clipId !== chosenId) {
      const named = [...clips, openedClip].find((clip) => clip?.id === address.clipId) ?? null;
      setMode(named === null ? startMode(totals) : modeOf(named));
      setChosenId(address.clipId);
      setIsAutoplay(false);
    }
    setAwaitsFirst(false);
  }

  const ofMode = useMemo(() => clips.filter((clip) => modeOf(clip) === mode), [clips, mode]);
  const available = [...clips, ...(openedClip === null ? [] : [openedClip])];
  const selected = available.find((clip) => clip.id === chosenId && modeOf(clip) === mode) ?? ofMode[0] ?? null;
  const total = mode === 'SHORTS' ? totals.shorts : totals.full;

  const select = (clip: Clip, play: boolean) => {
    setChosenId(clip.id);
    setIsAutoplay(play);
    onSelect?.(clip);
  };
  const choose = (clip: Clip) => {
    select(clip, false);
    stage.current?.scrollTo({ top: 0 });
    // Below 992 px the stage is above the grid, so it's scrolled back into view.
    const box = stage.current?.getBoundingClientRect();
    if (box !== undefined && (box.bottom < 200 || box.top > window.innerHeight)) stage.current?.scrollIntoView({ block: 'start' });
  };
  const flip = (next: ClipMode) => {
    if (next === mode) return;
    setMode(next);
    const first = clips.find((clip) => modeOf(clip) === next);
    setIsAutoplay(false);
    setChosenId(first?.id ?? null);
    setAwaitsFirst(first === undefined);
    if (first !== undefined) onSelect?.(first);
    // The clip of the other mode is no longer shown.
    else if (more === null) onSelect?.(null);
  };
  useEffect(() => {
    if (!awaitsFirst || selected === null) return;
    setAwaitsFirst(false);
    setChosenId(selected.id);
    onSelect?.(selected);
  }, [awaitsFirst, selected, onSelect]);
  const playNext = () => {
    const next = draw.current.next(ofMode, selected?.id);
    if (next !== null) select(next, true);
    // Loads more, so that clips that aren't loaded yet can come up too.
    if (draw.current.left(ofMode, next?.id) < 3) more?.ask();
  };
  const toggle = async (clip: Clip, action: ClipAction) => {
    const isOn = await onToggle(clip, action);
    if (action === 'share' && isOn === true) setSharedClip(clip);
  };

  return (
    <div className={styles.desk}>
      <section className={styles.list} aria-label="Clips">
        <div className={styles.bar}>
          {props.heading}
          <span className="meta num">
            {totals.shorts} {totals.shorts === 1 ? 'short' : 'shorts'}, {totals.full} full
          </span>
          <div className={styles.duo}>
            <Duo label="Clip length" choices={modes} value={mode} onChange={flip} />
          </div>
        </div>
        {ofMode.length === 0 && more === null ? (
          <EmptyState
            title={mode === 'SHORTS' ? 'No short clips yet' : 'No full clips yet'}
            action={
              totals.shorts + totals.full > 0 && (
                <Button variant="line" onClick={() => flip(mode === 'SHORTS' ? 'FULL' : 'SHORTS')}>
                  {mode === 'SHORTS' ? 'Show full clips' : 'Show short clips'}
                </Button>
              )
            }
          >
            They appear here as soon as authors publish them.
          </EmptyState>
        ) : (
          <>
            {selected !== null && (
              <a
                className={styles.toStage}
                href={`#${stageId}`}
                onClick={(event) => {
                  // The URL names the clip, and stays.
                  event.preventDefault();
                  stage.current?.focus();
                }}
              >
                Skip to the selected clip
              </a>
            )}
            <ClipGrid clips={ofMode} selectedId={selected?.id} onSelect={choose} more={more} />
          </>
        )}
      </section>
      {selected === null ? null : (
        <ClipStage
          ref={stage}
          id={stageId}
          clip={selected}
          isAutoplay={isAutoplay}
          hasOthers={total > 1}
          pending={pending}
          onToggle={(action) => {
            toggle(selected, action).catch(() => undefined);
          }}
          onNext={playNext}
          onEnded={props.advancesAtEnd === true ? playNext : undefined}
          onPosition={props.onPosition}
          commentsOf={props.commentsOf}
          onComments={props.onComments}
          hasMarks={props.hasMarks === true}
          fillsWindow={props.fillsWindow === true}
        />
      )}
      {sharedClip === null ? null : (
        <Suspense>
          <ShareDialog
            title="Share this clip"
            link={props.shareLinkOf(sharedClip)}
            subject={sharedClip.title}
            onClose={() => setSharedClip(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
