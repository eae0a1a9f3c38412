import { type Ref, Suspense, useImperativeHandle, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import type { DiscussionSource } from '../../shared/discussions/discussion-source.ts';
import type { OpenRequest } from '../../shared/discussions/open-request.ts';
import type { Clip } from '../../shared/learning-space/clip.ts';
import { CommentsPeek } from '../../shared/learning-space/comments-peek.tsx';
import styles from './demo-dashboard.module.css';

// As on real pages, the panel travels when somebody opens it.
const DiscussionsPanel = lazyComponent(() =>
  import('../../shared/discussions/discussions-panel.tsx').then((module) => module.DiscussionsPanel),
);

/** What the desk around may ask of the comments. */
export type DemoCommentsHandle = { open: (request: OpenRequest) => void };

type Props = {
  ref: Ref<DemoCommentsHandle>;
  clip: Clip;
  /** The clip's discussions, which live in this page alone. */
  source: DiscussionSource;
  onSeek: (second: number) => void;
  onSent: () => void;
};

/** The comments of a clip of the demo: the components of the real page over a memory of its own. Nobody logs in, nothing is deleted. */
export function DemoComments({ ref, clip, source, onSeek, onSent }: Props) {
  const [request, setRequest] = useState<OpenRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { pages, total } = useSyncExternalStore(source.subscribe, source.getState, source.getState);
  const [open] = useState(() => (next: OpenRequest) => {
    setRequest(next);
    setIsOpen(true);
  });
  useImperativeHandle(ref, () => ({ open }), [open]);
  return (
    <section className={styles.comments} aria-label="Comments">
      <CommentsPeek count={total ?? 0} thread={pages.flat()[0] ?? null} onOpen={() => open({})} />
      {request && (
        <Suspense>
          <DiscussionsPanel
            target={{ kind: 'clip', id: clip.id, title: clip.title, path: '/' }}
            source={source}
            viewer={null}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            request={request}
            onLogin={null}
            onSeek={(second) => {
              setIsOpen(false);
              onSeek(second);
            }}
            onSent={onSent}
            hasServices={false}
          />
        </Suspense>
      )}
    </section>
  );
}
