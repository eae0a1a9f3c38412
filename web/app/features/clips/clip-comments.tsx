import { type Ref, useCallback, useEffect, useImperativeHandle, useState } from 'react';
import type { CommentSaidFragment } from '../../../.documents/graphql.ts';
import type { OpenRequest } from '../../shared/discussions/open-request.ts';
import { useDiscussionsPanel } from '../../shared/discussions/use-discussions-panel.tsx';
import { CommentsPeek } from '../../shared/learning-space/comments-peek.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';
import { ClipCommentsDocument } from './clip-documents.ts';
import styles from './clip-comments.module.css';

type Thread = { clipId: string; timecodeStart: number | null; comments: CommentSaidFragment[] };

/** The handle with which the page opens the comments. */
export type ClipCommentsHandle = {
  open: (request: OpenRequest) => void;
};

type Props = {
  ref?: Ref<ClipCommentsHandle>;
  clip: Clip;
  onSeek: (second: number) => void;
  onChanged: (clip: Clip) => void;
};

/** The latest discussion of a clip, as far as it fits, and the panel with all of them. */
export function ClipComments({ ref, clip, onSeek, onChanged }: Props) {
  const [thread, setThread] = useState<Thread | null>(null);
  /** Incremented when a comment was posted, to load the discussion again. */
  const [version, setVersion] = useState(0);
  const handleChanged = useCallback(() => {
    setVersion((before) => before + 1);
    onChanged(clip);
  }, [clip, onChanged]);
  const { open, element } = useDiscussionsPanel({
    target: { kind: 'clip', id: clip.id, title: clip.title, path: `/clips/${clip.id}` },
    onSeek,
    onChanged: handleChanged,
  });
  useImperativeHandle(ref, () => ({ open }), [open]);
  useEffect(() => {
    if (clip.discussionId === null) return undefined;
    const controller = new AbortController();
    requestDocument(ClipCommentsDocument, { id: clip.id }, { signal: controller.signal })
      .then(({ clipById }) => {
        const discussion = clipById?.discussions.nodes[0];
        if (discussion === undefined) return;
        setThread({ clipId: clip.id, timecodeStart: discussion.timecodeStart, comments: discussion.comments.nodes });
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.error('We couldn’t load the comments.', error);
      });
    return () => controller.abort();
  }, [clip.id, clip.discussionId, version]);

  return (
    <section className={styles.peek} aria-label="Comments">
      <CommentsPeek count={clip.commentsCount} thread={thread?.clipId === clip.id ? thread : null} onOpen={() => open({})} />
      {element}
    </section>
  );
}
