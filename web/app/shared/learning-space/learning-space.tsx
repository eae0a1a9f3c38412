import { Duo } from '@newline/ui/components/duo';
import { EmptyState } from '@newline/ui/components/empty-state';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import type { More } from '../use-more.ts';
import type { OpenRequest } from '../discussions/open-request.ts';
import { type Clip, type ClipAction, type ClipMode, type ClipTotals, modeOf, startMode } from './clip.ts';
import { ClipGrid } from './clip-grid.tsx';
import { ClipStage } from './clip-stage.tsx';
import { createClipDraw } from './next-clip.ts';
import styles from './learning-space.module.css';

// Fetched when somebody shares: a dialog is a sixth of what the page needs to start.
const ShareDialog = lazyComponent(() => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/** What a learning space is made of; real pages and the demo fill it alike. */
export type LearningSpaceProps = {
  clips: readonly Clip[];
  totals: ClipTotals;
  /** The next page of clips; null when all of them are here. */
  more: More | null;
  /** The clip of the URL, which may not be among the loaded ones. */
  openedClip: Clip | null;
  /** The clip that the URL names, on a page where it names one. It is chosen whenever `key`, one for each navigation, changes. */
  address?: { key: string; clipId: string | null } | undefined;
  /** Tells which clip is chosen, to keep the address true. */
  onSelect?: ((clip: Clip) => void) | undefined;
  /**
   * Switches an action of a clip.
   * @returns true when it is on now, false when it is off, null when nothing was done
   */
  onToggle: (clip: Clip, action: ClipAction) => Promise<boolean | null>;
  /** Keys `{clipId}:{action}` of the requests under way. */
  pending: ReadonlySet<string>;
  /** The address that the share pop-up shows. */
  shareLinkOf: (clip: Clip) => string;
  onPosition?: ((clip: Clip, seconds: number) => void) | undefined;
  /** Plays another clip when one has ended. */
  advancesAtEnd?: boolean;
  /** What stands below the clip: its comments. */
  commentsOf?: ((clip: Clip, seek: (second: number) => void) => ReactNode) | undefined;
  /** Opens the comments of the chosen clip, about a second of it once it was played. */
  onComments?: ((request: OpenRequest) => void) | undefined;
  /** True where discussions on seconds are shown on the seek bar. */
  hasMarks?: boolean;
  /** True on a page of its own: beside the grid the chosen clip is as high as the window. */
  fillsWindow?: boolean;
  /** The heading; h1 on a page of its own. */
  heading: ReactNode;
};

const modes = [
  { value: 'SHORTS', label: 'SHORTS' },
  { value: 'FULL', label: 'FULL' },
] as const;

/** Clips in a grid, one of them on the stage, and the switch between short and full ones (CLIP-02 to CLIP-07). */
export function LearningSpace(props: LearningSpaceProps) {
  const { clips, totals, more, openedClip, address, onSelect, onToggle, pending } = props;
  const [mode, setMode] = useState<ClipMode>(openedClip === null ? startMode(totals) : modeOf(openedClip));
  const [chosenId, setChosenId] = useState<string | null>(openedClip?.id ?? null);
  const [isAutoplay, setIsAutoplay] = useState(false);
  const [sharedClip, setSharedClip] = useState<Clip | null>(null);
  /** True after a switch to a mode of which no clip is loaded yet. */
  const [awaitsFirst, setAwaitsFirst] = useState(false);
  const [followedKey, setFollowedKey] = useState(address?.key);
  const draw = useRef(createClipDraw());
  const stage = useRef<HTMLElement>(null);

  // A link, the search, back and forward choose a clip as a press in the grid does: whatever the URL names is played.
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
  const known = [...clips, ...(openedClip === null ? [] : [openedClip])];
  const selected = known.find((clip) => clip.id === chosenId && modeOf(clip) === mode) ?? ofMode[0] ?? null;
  const total = mode === 'SHORTS' ? totals.shorts : totals.full;

  const select = (clip: Clip, play: boolean) => {
    setChosenId(clip.id);
    setIsAutoplay(play);
    onSelect?.(clip);
  };
  const choose = (clip: Clip) => {
    select(clip, false);
    stage.current?.scrollTo({ top: 0 });
    // Below 992 px the stage stands above the grid: bring it back into view.
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
    // Clips that are not loaded yet should have their turn, too.
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
            {totals.shorts} shorts, {totals.full} full
          </span>
          <div className={styles.duo}>
            <Duo label="Clip length" choices={modes} value={mode} onChange={flip} />
          </div>
        </div>
        {ofMode.length === 0 && more === null ? (
          <EmptyState title={mode === 'SHORTS' ? 'No short clips yet' : 'No full clips yet'}>Authors add new ones most weeks.</EmptyState>
        ) : (
          <ClipGrid clips={ofMode} selectedId={selected?.id} onSelect={choose} more={more} />
        )}
      </section>
      {selected === null ? null : (
        <ClipStage
          ref={stage}
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
