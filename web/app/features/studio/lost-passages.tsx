import { truncate } from '@newline/document/truncate';
import type { EditorContent } from '@newline/editor/content.ts';
import { Link } from '../../shared/link.tsx';
import type { WorkingAnchor } from './text-calls.ts';

type Props = {
  /** The passages that readers have commented on, as the page was opened. */
  loaded: readonly WorkingAnchor[];
  /** Their current positions in the editor; undefined when unknown. */
  now: EditorContent['anchors'];
};

/** Lists discussions whose passages are no longer in the text. They aren't deleted, but readers don't see them next to the text. */
export function LostPassages({ loaded, now }: Props) {
  const positions = new Map(now?.map((anchor) => [anchor.discussionId, anchor.from]));
  const lost = loaded.filter(({ discussionId, from }) => (positions.has(discussionId) ? positions.get(discussionId) : from) === null);
  if (lost.length === 0) return null;
  return (
    <>
      <h2>Comments whose text was removed</h2>
      <ul aria-label="Comments whose text was removed">
        {lost.map(({ discussionId, text }) => (
          <li key={discussionId}>
            <Link className="link" to={`/discussions/${discussionId}`}>
              {`“${truncate(text, 80)}”`}
            </Link>
          </li>
        ))}
      </ul>
      <p className="meta">They’re still listed under Discussions. If the text is restored, the highlights return.</p>
    </>
  );
}
