import { Badge } from '@newline/ui/components/badge';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Suspense, useMemo, useRef, useState } from 'react';
import { site } from '@newline/api/rules/site/site';
import { useSlots } from '../../shared/own/use-slots.ts';
import { ReaderDiscussions } from '../../shared/annotations/reader-discussions.tsx';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { checkoutPath } from '../../shared/checkout-path.ts';
import { Paywall } from '../../shared/paywall/paywall.tsx';
import { Player } from '../../shared/player/player.tsx';
import type { PlayerComments } from '../../shared/player/player-comments.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import { currencyInLink, priceIn } from '../../shared/prices/price-in.ts';
import { useCurrency } from '../../shared/prices/use-currency.ts';
import { useOutbox } from '../../shared/outbox/use-outbox.ts';
import { LongText } from '../../shared/reader/long-text.tsx';
import { ItemRating } from '../../shared/reviews/item-rating.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { ShortcutsButton } from '../../shared/shortcuts/shortcuts-button.tsx';
import { useOwnLesson } from './use-own-lesson.ts';
import { useProgress } from './use-progress.ts';
import { VideoPassDocument } from './lesson-documents.ts';
import type { LessonFacts } from './lesson-facts.ts';
import { keysOf } from './lesson-keys.ts';
import { DoneButton } from './done-button.tsx';
import { Neighbors } from './neighbors.tsx';
import { useCommentsCount } from './use-comments-count.ts';
import { useResumeReading } from './use-resume-reading.ts';
import { Outline } from './outline.tsx';
import { outlineProgress } from './outline-progress.ts';
import { ProgressNote } from './progress-note.tsx';
import { Transcript } from './transcript.tsx';
import styles from './lesson-page.module.css';

// Few readers have anything that waits.
const ItemOutbox = lazyComponent(() => import('../../shared/outbox/item-outbox.tsx').then((module) => module.ItemOutbox));

/** The page of a lesson or chapter: its video with a transcript, its text, the reader's progress, and the outline. */
export function LessonPage({ lesson: shown }: { lesson: LessonFacts }) {
  const lesson = useOwnLesson(shown);
  const page = useRef<HTMLElement>(null);
  const { id, title, permalink: path } = lesson;
  const target = useMemo(() => ({ kind: 'lesson' as const, id, title, path }), [id, title, path]);
  const { progress, isWaiting, storePosition, setCompleted } = useProgress(page, {
    target,
    userId: lesson.userId,
    start: lesson.progress,
  });
  useResumeReading(page, lesson);
  const { publicUrl } = usePageFacts();
  const isMember = lesson.userId !== null || lesson.isCopy;
  const [second, setSecond] = useState<number | null>(null);
  const hasOutbox = useOutbox().length > 0;
  const isDone = progress?.isCompleted ?? false;
  const outline = useMemo(() => outlineProgress(lesson, isDone), [lesson, isDone]);
  const { seekTarget, seek } = useSeek(page, lesson);
  const [comments, setComments] = useState<PlayerComments>();
  const [commentsCount, recount] = useCommentsCount(lesson);
  const sources = videoSources(lesson.video?.url ?? null, lesson.video?.pass ?? null);
  const hasTranscript = lesson.transcript.length > 0;
  return (
    <main id="content" className={`wrap ${styles.page}`} tabIndex={-1}>
      <Outline lesson={lesson} progress={outline} />
      <article ref={page} className={styles.lesson} aria-labelledby="title" onTimeUpdate={(event) => setSecond(secondOf(event.target))}>
        {sources !== null && (
          <Player
            key={`${lesson.id} ${seekTarget?.count ?? 0}`}
            title={lesson.title}
            video={sources}
            shape="wide"
            posterSecond={null}
            durationSeconds={lesson.video?.seconds ?? null}
            startSeconds={seekTarget?.second ?? lesson.startAt ?? progress?.positionSeconds ?? null}
            isAutoplay={seekTarget !== null}
            onPosition={isMember ? storePosition : undefined}
            onRenew={() => renewSources(lesson.id)}
            addressAt={(at) => `${publicUrl}${lesson.permalink}?t=${at}`}
            comments={comments}
          />
        )}
        <header className={styles.head}>
          <div>
            <Position lesson={lesson} />
            <h1 id="title" dir="auto">
              {lesson.title}
            </h1>
            {lesson.description !== null && lesson.kind === 'chapter' && (
              <p className={styles.lead} dir="auto">
                {lesson.description}
              </p>
            )}
          </div>
          {isMember && lesson.line?.number !== null && (
            <DoneButton isDone={isDone} isWaiting={isWaiting} onPress={() => setCompleted(!isDone)} />
          )}
        </header>
        <div className={styles.body}>
          {hasTranscript && <Transcript lines={lesson.transcript} second={second} isOpen={!lesson.hasText} onSeek={seek} />}
          <div className={styles.text}>
            {lesson.hasText && sources !== null && <ContinueReading lesson={lesson} />}
            <ReaderDiscussions target={target} page={page} onSeek={seek} onComments={setComments} onChanged={recount} />
            {lesson.hasText && <LongText key={lesson.textKey} name={`lesson:${lesson.id}`} text={lesson.text} />}
            {!lesson.hasText && sources === null && lesson.wall === null && (
              <EmptyState title="Not written yet">This {lesson.kind} has no text yet.</EmptyState>
            )}
            {lesson.wall !== null && <Wall lesson={lesson} wall={lesson.wall} />}
            {(progress !== null || lesson.isCopy) && lesson.line?.number !== null && <ProgressNote lesson={{ ...lesson, progress }} />}
            <p className={styles.comments}>
              <a className="link" href={`/discussions?lesson=${id}`} aria-describedby="comments-count" data-comments>
                Comments
              </a>{' '}
              <span id="comments-count" className="meta num">
                {commentsCount.toLocaleString('en')}
              </span>
            </p>
            {hasOutbox && (
              <Suspense>
                <ItemOutbox id={id} />
              </Suspense>
            )}
            <Neighbors lesson={lesson} />
            <div className={styles.rating}>
              <ItemRating
                key={lesson.item.id}
                item={{ ...lesson.item, kind: lesson.kind === 'chapter' ? 'book' : 'course' }}
                totals={lesson.ratings}
              />
            </div>
            <p className={styles.keys}>
              <ShortcutsButton groups={keysOf(lesson, sources !== null)} />
            </p>
          </div>
        </div>
      </article>
    </main>
  );
}

/** Loads the video's sources with a new access token; null when the reader may no longer watch it. */
async function renewSources(id: string) {
  const { lessonById } = await requestDocument(VideoPassDocument, { id });
  return videoSources(lessonById?.videoUrl ?? null, lessonById?.videoPass ?? null);
}

/** A link to where the reader stopped, because with a video the page stays at its top. */
function ContinueReading({ lesson: { progress, isCopy } }: { lesson: LessonFacts }) {
  const slots = useSlots();
  const isShown = Boolean(progress?.blockId) && !progress?.isCompleted;
  if (!isShown && !isCopy) return null;
  return (
    <p {...slots.attributes('continue')} className={`meta ${styles.goOn}`} data-on={isShown ? '' : undefined}>
      <a {...slots.attributes('continue-link')} className="link" href={`#b-${progress?.blockId ?? ''}`}>
        Continue where you left off
      </a>
    </p>
  );
}

function secondOf(target: EventTarget): number | null {
  return target instanceof HTMLMediaElement ? target.currentTime : null;
}

/** Seeks to the line of the transcript that was pressed; a video that isn't playing starts there. */
function useSeek(page: { current: HTMLElement | null }, lesson: LessonFacts) {
  const [seekTarget, setSeekTarget] = useState<{ lessonId: string; second: number; count: number } | null>(null);
  const seek = (second: number) => {
    const video = page.current?.querySelector('video');
    if (!video) return setSeekTarget((before) => ({ lessonId: lesson.id, second, count: (before?.count ?? 0) + 1 }));
    video.currentTime = second;
    void video.play().catch(() => undefined);
  };
  return { seekTarget: seekTarget?.lessonId === lesson.id ? seekTarget : null, seek };
}

function Position({ lesson }: { lesson: LessonFacts }) {
  const counted = lesson.parts.flatMap(({ lines }) => lines).filter(({ number }) => number !== null).length;
  const word = lesson.kind === 'chapter' ? 'Chapter' : 'Lesson';
  return (
    <p className="meta">
      {lesson.hiddenAs !== null && (
        <span className={styles.hidden}>
          <Badge>{lesson.hiddenAs}: hidden from readers</Badge>
        </span>
      )}
      <span className="num">{lesson.line?.number == null ? 'What changed' : `${word} ${lesson.line.number} of ${counted}`}</span>
      {lesson.sectionTitle !== null && <span className="sep">{lesson.sectionTitle}</span>}
    </p>
  );
}

function Wall({ lesson, wall }: { lesson: LessonFacts; wall: NonNullable<LessonFacts['wall']> }) {
  const lockedContent = !wall.isVideoLocked ? 'The rest of the text' : lesson.hasText ? 'The video and the rest of the text' : 'The video';
  const isPro = wall.opensWith === 'Pro';
  const currency = useCurrency();
  const price = priceIn(wall.prices, currency);
  const thing = lesson.kind === 'lesson' ? { course: lesson.item.slug } : { book: lesson.item.slug };
  return (
    <Paywall
      line={lesson.blockCount + 1}
      title={isPro ? 'The next line is for Pro readers.' : 'The next line comes with a seat.'}
      path={lesson.permalink}
      isMember={lesson.isMember}
      isPro={isPro}
      buy={
        price === undefined
          ? null
          : {
              label: `Buy for ${price.text}`,
              path: checkoutPath({ ...thing, ...currencyInLink(wall.prices, currency) }, lesson.permalink),
            }
      }
      more={{ label: `What’s in ${lesson.item.title}`, path: lesson.item.permalink }}
    >
      {isPro ? (
        <span>
          {lockedContent} of this {lesson.kind}, and everything else that isn’t sold separately, comes with {site.name} Pro.
        </span>
      ) : (
        <span>
          {lockedContent} is part of <bdi>{lesson.item.title}</bdi>, which is sold separately.
        </span>
      )}
    </Paywall>
  );
}
