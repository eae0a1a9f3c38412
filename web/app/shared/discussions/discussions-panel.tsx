import type { DocumentNode } from '@newline/document/document-node';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { SidePanel } from '@newline/ui/components/side-panel';
import { Skeleton } from '@newline/ui/components/skeleton';
import { Play, TextQuote, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formatDuration } from '../format-duration.ts';
import { mayLeave } from '../upload/leave-guard.ts';
import { CommentForm } from './comment-form.tsx';
import type { CommentPlace, DiscussionTarget, NewSelection } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import { findComment, loadedOf } from './discussions-state.ts';
import type { OpenRequest } from './open-request.ts';
import { draftKey, readDraft, sendDraft, writeDraft } from './stored-drafts.ts';
import { hasFailed, useMore } from '../use-more.ts';
import { useStorageOwner } from '../use-storage-owner.ts';
import { ThreadList } from './thread-list.tsx';
import { useCommentAbilities, type CommentViewer } from './use-comment-abilities.tsx';
import type { AskWho } from './use-comment-login.ts';
import { useSending } from './use-sending.ts';
import { useThreadView } from './use-thread-view.ts';
import styles from './discussions-panel.module.css';

/** What the panel shows and whom it asks; it knows neither session nor network. */
export type DiscussionsPanelProps = {
  target: DiscussionTarget;
  source: DiscussionSource;
  viewer: CommentViewer | null;
  isOpen: boolean;
  onClose: () => void;
  /** What it was opened for. */
  request: OpenRequest;
  /**
   * Asks who it is, with the comment in progress to come back to; null where nobody has to log in, as in a demo.
   * Called instead of sending anything.
   */
  onLogin: AskWho | null;
  /** Jumps to a second of the page's video; null without one. */
  onSeek: ((second: number) => void) | null;
  /** Told when a comment was sent. */
  onSent?: (() => void) | undefined;
  /** Told when what the page shows of the comments may have changed. */
  onChanged?: (() => void) | undefined;
  /** False in a demo: see CommentForm. */
  hasServices?: boolean;
};

/** The comments of a page beside it (DISC-01): threads that load as they are scrolled to, and the form of a new one below them. */
export function DiscussionsPanel(props: DiscussionsPanelProps) {
  const { target, source, viewer, isOpen, onClose, request, onLogin, onSeek, onSent, onChanged, hasServices = true } = props;
  // What arrives is drawn when there is time for it: scrolling and typing come first.
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

  const asked = useAsked(source, request);
  const owner = useStorageOwner();
  return (
    <SidePanel
      isOpen={isOpen}
      onOpenChange={(next) => !next && mayLeave() && onClose()}
      title="Comments"
      note={state.total !== null && <span className="meta num">{state.total.toLocaleString('en')}</span>}
      foot={
        // The form begins with the draft of its user: it comes when the page knows who that is, and is another one for another user.
        (owner !== undefined || !hasServices) && (
          <NewComment
            // Another second or passage is another comment.
            key={`${owner} ${request.newFrom ? JSON.stringify(request.newFrom) : 'plain'}`}
            target={target}
            request={request}
            hasServices={hasServices}
            onSend={send}
          />
        )
      }
    >
      {state.phase !== 'ready' && !hasFailed(more) ? <Waiting /> : <ThreadList state={state} view={view} asked={asked} more={more} />}
      {state.phase === 'ready' && state.pages.every((page) => page.length === 0) && (
        <EmptyState level={3} title="No comments yet">
          Ask the first question. The author reads them all.
        </EmptyState>
      )}
      {questions}
    </SidePanel>
  );
}

/** Loads what the panel was opened for, and tells which comment to mark and which to answer. */
function useAsked(
  source: DiscussionSource,
  { discussionId, commentId, parentId }: OpenRequest,
): { commentId: string | null; replyToId: string | null } {
  const [asked, setAsked] = useState<{ commentId: string | null; replyToId: string | null }>({ commentId: null, replyToId: null });
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const id = parentId ?? commentId ?? null;
      if (id !== null) await source.loadComment(id);
      else if (discussionId !== undefined) await source.loadDiscussion(discussionId);
      if (!isCurrent) return;
      const { pages } = source.getState();
      const first = pages.flat().find((discussion) => discussion.id === discussionId)?.comments[0]?.id;
      const known = id !== null && findComment(source.getState(), id) !== undefined ? id : null;
      setAsked({
        commentId: commentId === undefined ? (known === null ? (first ?? null) : null) : known,
        replyToId: parentId === undefined ? null : known,
      });
    };
    find().catch((error: unknown) => console.error('We couldn’t load the discussion.', error));
    return () => {
      isCurrent = false;
    };
  }, [source, discussionId, commentId, parentId]);
  return asked;
}

type NewCommentProps = {
  target: DiscussionTarget;
  request: OpenRequest;
  hasServices: boolean;
  onSend: (place: CommentPlace, document: DocumentNode) => Promise<boolean>;
};

/** The form of a new discussion, with the second or the words that it will be about. */
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
      <IconButton label={selection === null ? 'Not about this second' : 'Not about these words'} icon={X} size="small" onClick={onDrop} />
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
