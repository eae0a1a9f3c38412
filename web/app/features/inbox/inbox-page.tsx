import { Line } from '@newline/ui/components/line';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { inputClass } from '@newline/ui/components/field';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { Form } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { type Comment, type DiscussionTarget, nameOf } from '../../shared/discussions/discussion.ts';
import { discussionOf } from '../../shared/discussions/discussion-documents.ts';
import { createRemoteDiscussions } from '../../shared/discussions/remote-discussions.ts';
import { Thread } from '../../shared/discussions/thread.tsx';
import { useCommentAbilities } from '../../shared/discussions/use-comment-abilities.tsx';
import { useSending } from '../../shared/discussions/use-sending.ts';
import { useThreadView } from '../../shared/discussions/use-thread-view.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { useViewer } from '../../shared/viewer.tsx';
import { AddAnswerDocument, type InboxData, type InboxNode } from './inbox-documents.ts';
import { InboxEnd } from './inbox-end.tsx';
import type { InboxRequest } from './read-inbox-request.ts';
import styles from './inbox-page.module.css';

/** Readers' questions about the user's own items, unanswered ones first. */
export function InboxPage({ data, request }: { data: InboxData; request: InboxRequest }) {
  const nodes = data.inbox?.nodes ?? [];
  const page = data.inbox?.pageInfo;
  const items = (data.viewer?.contributions.nodes ?? []).flatMap(({ course, book, article }) => [
    ...(course ? [{ value: `course:${course.id}`, title: course.title }] : []),
    ...(book ? [{ value: `book:${book.id}`, title: book.title }] : []),
    ...(article ? [{ value: `article:${article.id}`, title: article.title }] : []),
  ]);
  const query = new URLSearchParams({ ...(request.item && { item: request.item }), state: request.state, after: page?.endCursor ?? '' });
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio">
            Studio
          </Link>
          <h1 className={styles.title}>Inbox</h1>
          <Form className={styles.filters} role="search" aria-label="Discussions">
            <select className={inputClass} name="item" aria-label="About" defaultValue={request.item}>
              <option value="">All your titles</option>
              {items.map(({ value, title }) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
            <select className={inputClass} name="state" aria-label="Status" defaultValue={request.state}>
              <option value="all">All</option>
              <option value="open">Unanswered</option>
              <option value="answered">Answered</option>
            </select>
            <Button type="submit" variant="line">
              Show
            </Button>
          </Form>
          {nodes.length === 0 ? (
            <EmptyState title="No questions">No questions are waiting for you.</EmptyState>
          ) : (
            <ul className={styles.list}>
              {nodes.map((node) => (
                <li key={node.id}>
                  <Question node={node} />
                </li>
              ))}
            </ul>
          )}
          {page?.hasNextPage && (
            <p className={styles.more}>
              <Link className="link" to={`/studio/inbox?${query}`}>
                Older discussions
              </Link>
            </p>
          )}
          {page && !page.hasNextPage && <InboxEnd total={data.inbox?.totalCount ?? nodes.length} request={request} />}
        </div>
      </Line>
    </main>
  );
}

function Question({ node }: { node: InboxNode }) {
  const { viewer } = useViewer();
  const target = useMemo(() => targetOf(node), [node]);
  const source = useMemo(
    () => createRemoteDiscussions(target, { start: { phase: 'ready', pages: [[discussionOf(node)]], total: null, after: null } }),
    [target, node],
  );
  const state = useSyncExternalStore(source.subscribe, source.getState, source.getState);
  const [discussion = discussionOf(node)] = state.pages.flat();
  const [isAnswered, setAnswered] = useState(node.isAnswered);
  const { abilities, questions } = useCommentAbilities({ source, viewer, onLogin: null });
  const handleSent = useMemo(() => () => setAnswered(true), []);
  const send = useSending({ source, viewer, onLogin: null, onSent: handleSent });
  const secondPath = useMemo(() => (at: number) => `${target.path}?t=${Math.floor(at)}`, [target.path]);
  const view = useThreadView({ target, source, abilities, send, headingLevel: 2, onSeek: null, secondPath, hasServices: true });
  const around = node.clip?.course ?? node.clip?.book ?? node.lesson?.course ?? node.lesson?.book;
  const accepted = discussion.comments.find(({ id }) => id === discussion.acceptedCommentId);
  return (
    <article className={styles.question} aria-label={`Discussion in ${target.title}`}>
      <header className={styles.head}>
        <h2>
          <Link to={target.path} dir="auto">
            {target.title}
          </Link>
        </h2>
        {around && (
          <span className="meta" dir="auto">
            {around.title}
          </span>
        )}
        <Badge look={isAnswered || discussion.isResolved ? 'line' : 'new'}>
          {discussion.isResolved ? 'Resolved' : isAnswered ? 'Answered' : 'Unanswered'}
        </Badge>
      </header>
      <Thread discussion={discussion} view={view} highlightedId={null} replyToId={null} />
      {node.lesson !== null && accepted && <AddNote comment={accepted} />}
      {questions}
    </article>
  );
}

/** Adds the accepted answer as a note to the end of its lesson. */
function AddNote({ comment }: { comment: Comment }) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const add = () => {
    setState('busy');
    requestDocument(AddAnswerDocument, { commentId: comment.id })
      .then(() => setState('done'))
      .catch((error: unknown) => {
        setState('idle');
        console.error('We couldn’t add the note.', error);
      });
  };
  return state === 'done' ? (
    <p className="meta" role="status">
      The answer by <bdi>{nameOf(comment)}</bdi> has been added to the end of the lesson.
    </p>
  ) : (
    <Button variant="line" size="small" isBusy={state === 'busy'} onClick={add}>
      {state === 'busy' ? 'Adding...' : 'Add the answer to the lesson as a note'}
    </Button>
  );
}

function targetOf({ clip, lesson, article }: InboxNode): DiscussionTarget {
  if (clip) return { kind: 'clip', id: clip.id, title: clip.title, path: `/clips/${clip.id}` };
  if (lesson) return { kind: 'lesson', id: lesson.id, title: lesson.title, path: lesson.permalink };
  return { kind: 'article', id: article?.id ?? '', title: article?.title ?? 'Discussion', path: article?.permalink ?? '/' };
}
