import { isId } from '@newline/api/rules/is-id';
import { Line } from '@newline/ui/components/line';
import type { DocumentNode } from '@newline/document/document-node';
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { Link } from '../../shared/link.tsx';
import { hasPosition } from '../../shared/history/entry-notes.ts';
import { readCommentState, withoutCommentState } from '../../shared/discussions/comment-state.ts';
import { findComment, hasReacted } from '../../shared/discussions/discussions-state.ts';
import { followComments } from '../../shared/discussions/follow-comments.ts';
import { useLiveRoom } from '../../shared/discussions/live-room.ts';
import { type ReactionPress, readReactionPress } from '../../shared/discussions/reaction-press.ts';
import { createRemoteDiscussions } from '../../shared/discussions/remote-discussions.ts';
import { Thread } from '../../shared/discussions/thread.tsx';
import { type CommentViewer, useCommentAbilities } from '../../shared/discussions/use-comment-abilities.tsx';
import { useCommentLogin } from '../../shared/discussions/use-comment-login.ts';
import { useSending } from '../../shared/discussions/use-sending.ts';
import { useThreadView } from '../../shared/discussions/use-thread-view.ts';
import { carriedDocument } from '../../shared/discussions/written-document.ts';
import { useOutbox } from '../../shared/outbox/use-outbox.ts';
import { usePressBefore } from '../../shared/login/press-before.ts';
import { useSlots } from '../../shared/own/use-slots.ts';
import { useViewer } from '../../shared/viewer.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import type { DiscussionFacts } from './discussion-facts.ts';
import { useOwnDiscussion } from './use-own-discussion.ts';
import styles from './discussion-page.module.css';

// Few readers have anything that waits.
const ItemOutbox = lazyComponent(() => import('../../shared/outbox/item-outbox.tsx').then((module) => module.ItemOutbox));

/** The page of one discussion; `#{commentId}` highlights a comment, even one far down (DISC-08). */
export function DiscussionPage({ facts: shown }: { facts: DiscussionFacts }) {
  const facts = useOwnDiscussion(shown);
  const { target, item, itemPath, discussion: start } = facts;
  const { id, timecodeStart: second } = start;
  const path = `/discussions/${id}`;
  const { viewer, isKnown } = useViewer();
  const hasOutbox = useOutbox().length > 0;
  const source = useMemo(
    () =>
      createRemoteDiscussions(
        { kind: target.kind, id: target.id, title: target.title, path: target.path },
        { start: { phase: 'ready', pages: [[start]], total: null, after: null }, isFlat: true },
      ),
    [target.kind, target.id, target.title, target.path, start],
  );
  const state = useDeferredValue(useSyncExternalStore(source.subscribe, source.getState, source.getState));
  const discussion = state.pages.flat().find((other) => other.id === id) ?? start;
  const onLogin = useCommentLogin({ path, title: target.title });
  // Only signed-in readers get a copy: until the page knows which of them, its comments have what each of them sees.
  const reader = facts.isCopy && !isKnown ? someReader : viewer;
  const { abilities, questions } = useCommentAbilities({ source, viewer: reader, onLogin });
  const send = useSending({ source, viewer, onLogin, onSent: clearAddress });
  const secondPath = useMemo(() => (at: number) => `${target.path}?t=${Math.floor(at)}`, [target.path]);
  const [requested, carried] = useRequested(source);
  const view = useThreadView({
    target,
    source,
    abilities,
    send,
    headingLevel: 1,
    onSeek: null,
    secondPath: target.kind === 'article' ? null : secondPath,
    hasServices: true,
    isExpanded: true,
    slots: useSlots(),
    carried,
  });
  useLive(source, target, id);
  usePressBefore(viewer?.id ?? null, (press) => {
    const reaction = readReactionPress(press);
    if (reaction !== null) setReaction(source, reaction).catch((error: unknown) => console.error('We couldn’t save your reaction.', error));
  });
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={second === null ? '1' : formatDuration(second)} variant="first">
          <div>
            <div className={styles.about}>
              <p className="meta">
                Discussion
                <span className="sep">
                  {itemPath ? (
                    <Link className="link" to={itemPath}>
                      <bdi>{item}</bdi>
                    </Link>
                  ) : (
                    <bdi>{item}</bdi>
                  )}
                </span>
                <span className="sep">
                  <Link className="link" to={`/discussions?${target.kind}=${target.id}`}>
                    All discussions
                  </Link>
                </span>
              </p>
              <h1>
                <Link to={target.path} dir="auto">
                  {target.title}
                </Link>
              </h1>
            </div>
            {!facts.isFromStart && (
              <p className={styles.part}>
                <a className="link" href={path}>
                  Go to the first comment
                </a>
              </p>
            )}
            <div className={styles.list}>
              <Thread discussion={discussion} view={view} {...requested} />
              {hasOutbox && (
                <Suspense>
                  <ItemOutbox id={target.id} kinds="comments" />
                </Suspense>
              )}
            </div>
            {facts.after !== null && (
              <noscript>
                <p className={styles.part}>
                  <a className="link" href={`${path}?after=${encodeURIComponent(facts.after)}`}>
                    More comments
                  </a>
                </p>
              </noscript>
            )}
            {questions}
          </div>
        </Line>
      </div>
    </main>
  );
}

const someReader: CommentViewer = { id: '', isAdmin: false };

type Source = ReturnType<typeof createRemoteDiscussions>;

/** Sets a reaction that was pressed by a visitor; if the user already had it, it stays. */
async function setReaction(source: Source, { commentId, kind }: Pick<ReactionPress, 'commentId' | 'kind'>): Promise<void> {
  const comment = await source.loadComment(commentId);
  if (comment !== null && !hasReacted(comment, kind)) await source.react?.(comment, kind);
}

type Requested = { highlightedId: string | null; replyToId: string | null };
type Carried = { parentId: string; document: DocumentNode };

/** Returns the comment in the URL: in the fragment to highlight it, in parentId to reply to it. It's loaded if necessary. */
function useRequested(source: Source): [Requested, Carried | null] {
  const location = useLocation();
  const { hash } = location;
  const [requested, setRequested] = useState<Requested>({ highlightedId: null, replyToId: null });
  const [carried, setCarried] = useState<Carried | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const marked = isId(hash.slice(1)) ? hash.slice(1) : null;
    const { parentId, commentText } = readCommentState(window.location.search);
    const document = carriedDocument(commentText);
    if (parentId !== null && document !== null) setCarried({ parentId, document });
    const find = async () => {
      for (const id of [marked, parentId]) if (id !== null) await source.loadComment(id);
      if (!isCurrent) return;
      const loadedId = (id: string | null) => (id !== null && findComment(source.getState(), id) !== undefined ? id : null);
      setRequested({ highlightedId: loadedId(marked), replyToId: loadedId(parentId) });
    };
    find().catch((error: unknown) => console.error('We couldn’t load the comment.', error));
    return () => {
      isCurrent = false;
    };
  }, [source, hash]);
  const requestedId = requested.replyToId ?? requested.highlightedId;
  /** The fragment of an entry that was left before: Back returns to where it was scrolled to instead. */
  const leftHash = useRef<string>(undefined);
  useEffect(() => {
    leftHash.current ??= hasPosition(location) ? location.hash : '';
  }, [location]);
  useEffect(() => {
    if (requestedId === null || leftHash.current === `#${requestedId}`) return undefined;
    // Content above it gets its height, and the router restores its position, in the next moments: scroll to it again until the user scrolls.
    let frames = 60;
    let frame = 0;
    const follow = () => {
      document.getElementById(requestedId)?.scrollIntoView({ block: 'center', behavior: 'instant' });
      frames -= 1;
      if (frames > 0) frame = requestAnimationFrame(follow);
    };
    const stop = () => cancelAnimationFrame(frame);
    const characters = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
    for (const sign of characters) addEventListener(sign, stop, { once: true, passive: true });
    follow();
    return () => {
      stop();
      for (const sign of characters) removeEventListener(sign, stop);
    };
  }, [requestedId]);
  return [requested, carried];
}

function useLive(source: Source, target: DiscussionFacts['target'], discussionId: string): void {
  const room = useLiveRoom(target, doNothing);
  useEffect(
    () =>
      followComments(room, async (event) => {
        if (event === null) await source.loadDiscussion(discussionId);
        else if (event.discussionId === discussionId) await source.takeIn(event);
      }),
    [room, source, discussionId],
  );
}

function doNothing(): void {
  // The page shows its comments but no count of them.
}

function clearAddress(): void {
  window.history.replaceState(window.history.state, '', withoutCommentState(window.location.href));
}
