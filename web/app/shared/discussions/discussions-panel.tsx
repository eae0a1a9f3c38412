import type { DocumentNode } from '@newline/document/document-node';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { SidePanel } from '@newline/ui/components/side-panel';
import { Skeleton } from '@newline/ui/components/skeleton';
import { Play, TextQuote, X } from 'lucide';
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formatDuration } from '../format-duration.ts';
import { mayLeave } from '../upload/leave-guard.ts';
import { CommentForm } from './comment-form.tsx';
import type { CommentDestination, DiscussionTarget, NewSelection } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import { findComment, loadedOf } from './discussions-state.ts';
import type { OpenRequest } from './open-request.ts';
import { draftKey, readDraft, sendDraft, writeDraft } from './stored-drafts.ts';
import { ItemOutbox } from '../outbox/item-outbox.tsx';
import { hasFailed, useMore } from '../use-more.ts';
import { useStorageOwner } from '../use-storage-owner.ts';
import { type Requested, ThreadList } from './thread-list.tsx';
import { useCommentAbilities, type CommentViewer } from './use-comment-abilities.tsx';
import type { AskWho } from './use-comment-login.ts';
import { useSending } from './use-sending.ts';
import { useThreadView } from './use-thread-view.ts';
import { useBoxPosition } from '../history/use-box-position.ts';
import styles from './discussions-panel.module.css';

/** The props of the panel. It doesn't know the session or the network. */
export type DiscussionsPanelProps = {
  target: DiscussionTarget;
  source: DiscussionSource;
  viewer: CommentViewer | null;
  isOpen: boolean;
  onClose: () => void;
  /** What the panel was opened for. */
  request: OpenRequest;
  /**
   * Asks the visitor to sign in, with the comment in progress to return to. It's called instead of sending. Null where no sign-in is
   * needed, as in a demo.
   */
  onLogin: AskWho | null;
  /** Seeks the page's video to a second; null without a video. */
  onSeek: ((second: number) => void) | null;
  /** Called after a comment was sent. */
  onSent?: (() => void) | undefined;
  /** Called when comments that the page shows may have changed. */
  onChanged?: (() => void) | undefined;
  /** False in a demo: see CommentForm. */
  hasServices?: boolean;
};

/** The panel with the comments of a page (DISC-01): a list that loads more as it's scrolled, and the form for a new comment below. */
export function DiscussionsPanel(props: DiscussionsPanelProps) {
  const { target, source, viewer, isOpen, onClose, request, onLogin, onSeek, onSent, onChanged, hasServices = true } = props;
  // Deferred, so that scrolling and typing come before rendering new comments.
  const state = useDeferredValue(useSyncExternalStore(source.subscribe, source.getState, source.getState));
  const { abilities, questions } = useCommentAbilities({ source, viewer, onLogin, onChanged });
  const send = useSending({ source, viewer, onLogin, onSent });
  const { parentId, document } = request;
  const carried = useMemo(() => (parentId === undefined || document === undefined ? null : { parentId, document }), [parentId, document]);
  const view = useThreadView({ target, source, abilities, send, headingLevel: 2, onSeek, hasServices, carried });

  const more = useMore('Comments', source.loadMore, loadedOf(target.id, state));
  const { ask } = more;
  useEffect(() => {
    if (source.getState().phase === 'waiting') ask();
  }, [source, ask]);

  const requested = useRequested(source, request);
  const content = useBoxPosition(`comments ${target.id}`, request.isRestored === true);
  const owner = useStorageOwner();
  return (
    <SidePanel
      isOpen={isOpen}
      onOpenChange={(next) => !next && mayLeave() && onClose()}
      title="Comments"
      note={state.total !== null && <span className="meta num">{state.total.toLocaleString('en')}</span>}
      foot={
        // The form starts with its user's draft, so it's rendered once the user is known, and remounted for another user.
        (owner !== undefined || !hasServices) && (
          <NewComment
            // Remounted for another second or passage.
            key={`${owner} ${request.newFrom ? JSON.stringify(request.newFrom) : 'plain'}`}
            target={target}
            request={request}
            hasServices={hasServices}
            onSend={send}
          />
        )
      }
    >
      <div ref={content}>
        {state.phase !== 'ready' && !hasFailed(more) ? (
          <Waiting />
        ) : (
          <ThreadList source={source} state={state} view={view} requested={requested} more={more} />
        )}
        {state.phase === 'ready' && state.pages.every((page) => page.length === 0) && (
          <EmptyState level={3} title="No comments yet">
            Ask the first question. The author reads them all.
          </EmptyState>
        )}
        {hasServices && <ItemOutbox id={target.id} kinds="comments" />}
      </div>
      {questions}
    </SidePanel>
  );
}

/** Loads what the panel was opened for, and returns which comment to highlight and which to reply to. */
function useRequested(source: DiscussionSource, { discussionId, commentId, parentId, isRestored = false }: OpenRequest): Requested {
  const [ids, setIds] = useState<Requested>({ commentId: null, replyToId: null, isRestored });
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const id = parentId ?? commentId ?? null;
      if (id !== null) await source.loadComment(id);
      else if (discussionId !== undefined) await source.loadDiscussion(discussionId);
      if (!isCurrent) return;
      const { pages } = source.getState();
      const first = pages.flat().find((discussion) => discussion.id === discussionId)?.comments[0]?.id;
      const loadedId = id !== null && findComment(source.getState(), id) !== undefined ? id : null;
      setIds({
        commentId: commentId === undefined ? (loadedId === null ? (first ?? null) : null) : loadedId,
        replyToId: parentId === undefined ? null : loadedId,
        isRestored,
      });
    };
    find().catch((error: unknown) => console.error('We couldn’t load the discussion.', error));
    return () => {
      isCurrent = false;
    };
  }, [source, discussionId, commentId, parentId, isRestored]);
  return ids;
}

type NewCommentProps = {
  target: DiscussionTarget;
  request: OpenRequest;
  hasServices: boolean;
  onSend: (destination: CommentDestination, document: DocumentNode) => Promise<boolean>;
};

/** The form for a new discussion, with the second or passage that it's about. */
function NewComment({ target, request, hasServices, onSend }: NewCommentProps) {
  const key = hasServices ? draftKey(target, null) : null;
  const [start] = useState(() => {
    const draft = request.parentId === undefined ? readDraft(key) : null;
    return { document: draft?.document ?? (request.parentId === undefined ? request.document : null) ?? null, draft };
  });
  const [second, setSecond] = useState<number | null>(request.newFrom?.timecodeStart ?? start.draft?.timecodeStart ?? null);
  const [selection, setSelection] = useState<NewSelection | null>(request.newFrom?.selection ?? start.draft?.selection ?? null);
  const document = useRef(start.document);
  const keep = (next: DocumentNode | null) => {
    document.current = next;
    writeDraft(key, next === null ? null : { document: next, timecodeStart: second, selection });
  };
  const begin = () => {
    document.current = null;
    setSecond(null);
    setSelection(null);
  };
  const drop = () => {
    setSecond(null);
    setSelection(null);
    if (document.current !== null) writeDraft(key, { document: document.current });
  };
  return (
    <CommentForm
      placeholder="Add your comment"
      start={start.document}
      isOpenAtFirst={request.newFrom?.selection !== undefined || request.isWriting === true}
      hasServices={hasServices}
      context={(second !== null || selection !== null) && <About second={second} selection={selection} onDrop={drop} />}
      onDraft={keep}
      onSend={async (written) => {
        const isSent = await sendDraft(key, () => onSend({ kind: 'new', timecodeStart: second, selection }, written));
        if (isSent) begin();
        return isSent;
      }}
    />
  );
}

function About({ second, selection, onDrop }: { second: number | null; selection: NewSelection | null; onDrop: () => void }) {
  return (
    <div className={styles.about}>
      {selection !== null ? (
        <span className={styles.words}>
          <Icon of={TextQuote} />
          <q dir="auto">{selection.text}</q>
        </span>
      ) : (
        second !== null && (
          <span className={styles.second}>
            <Icon of={Play} />
            {formatDuration(second)}
          </span>
        )
      )}
      <IconButton label={selection === null ? 'Remove the time' : 'Remove the quote'} icon={X} size="small" onClick={onDrop} />
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading...">
      {['6.5rem', '9rem', '5rem'].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  );
}
