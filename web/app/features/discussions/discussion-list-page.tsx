import { Line } from '@newline/ui/components/line';
import { EmptyState } from '@newline/ui/components/empty-state';
import { useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import { Link } from '../../shared/link.tsx';
import { createRemoteDiscussions } from '../../shared/discussions/remote-discussions.ts';
import { loadedOf } from '../../shared/discussions/discussions-state.ts';
import { ThreadList } from '../../shared/discussions/thread-list.tsx';
import { useCommentAbilities } from '../../shared/discussions/use-comment-abilities.tsx';
import { useCommentLogin } from '../../shared/discussions/use-comment-login.ts';
import { useSending } from '../../shared/discussions/use-sending.ts';
import { useThreadView } from '../../shared/discussions/use-thread-view.ts';
import { useMore } from '../../shared/use-more.ts';
import { useViewer } from '../../shared/viewer.tsx';
import type { DiscussionListFacts } from './discussion-facts.ts';
import styles from './discussion-page.module.css';

const noneRequested = { commentId: null, replyToId: null };

/** A page with all discussions of an item: the content of the panel, for readers without JavaScript or in another tab. */
export function DiscussionListPage({ facts }: { facts: DiscussionListFacts }) {
  const { target, item, itemPath, state: start } = facts;
  const { viewer } = useViewer();
  const { kind, id, title, path: itemPagePath } = target;
  const source = useMemo(
    () => createRemoteDiscussions({ kind, id, title, path: itemPagePath }, { start }),
    [kind, id, title, itemPagePath, start],
  );
  const state = useDeferredValue(useSyncExternalStore(source.subscribe, source.getState, source.getState));
  const path = `/discussions?${target.kind}=${target.id}`;
  const onLogin = useCommentLogin(target);
  const { abilities, questions } = useCommentAbilities({ source, viewer, onLogin });
  const send = useSending({ source, viewer, onLogin });
  const secondPath = useMemo(() => (at: number) => `${target.path}?t=${Math.floor(at)}`, [target.path]);
  const view = useThreadView({
    target,
    source,
    abilities,
    send,
    headingLevel: 1,
    onSeek: null,
    secondPath: target.kind === 'article' ? null : secondPath,
    hasServices: true,
  });
  const more = useMore('Comments', source.loadMore, loadedOf(target.id, state));
  const isEmpty = state.pages.every((page) => page.length === 0);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <div>
            <div className={styles.about}>
              <p className="meta">
                Discussions
                <span className="sep">
                  {itemPath ? (
                    <Link className="link" to={itemPath}>
                      <bdi>{item}</bdi>
                    </Link>
                  ) : (
                    <bdi>{item}</bdi>
                  )}
                </span>
                {state.total !== null && (
                  <span className="sep num">{state.total === 1 ? '1 comment' : `${state.total.toLocaleString('en')} comments`}</span>
                )}
              </p>
              <h1>
                <Link to={target.path} dir="auto">
                  {target.title}
                </Link>
              </h1>
            </div>
            <div className={styles.list}>
              {isEmpty ? (
                <EmptyState title="No comments yet">Ask the first question. The author reads them all.</EmptyState>
              ) : (
                <ThreadList source={source} state={state} view={view} requested={noneRequested} more={more} />
              )}
            </div>
            <noscript>
              <ul className={styles.whole}>
                {start.pages.flat().map(({ id, comments }) => (
                  <li key={id}>
                    <a className="link" href={`/discussions/${id}`}>
                      View the whole discussion
                      {comments[0]?.user && (
                        <span>
                          {' '}
                          of <bdi>{comments[0].user.displayName}</bdi>
                        </span>
                      )}
                    </a>
                  </li>
                ))}
              </ul>
              {start.after !== null && (
                <p className={styles.part}>
                  <a className="link" href={`${path}&after=${encodeURIComponent(start.after)}`}>
                    Older discussions
                  </a>
                </p>
              )}
            </noscript>
            {questions}
          </div>
        </Line>
      </div>
    </main>
  );
}
