import { truncate } from '@newline/document/truncate';
import type { EditorContent } from '@newline/editor/content.ts';
import { Link } from '../../shared/link.tsx';
import type { WorkingAnchor } from './text-calls.ts';

type Props = {
  /** What readers have commented on, as it was when the page was opened. */
  loaded: readonly WorkingAnchor[];
  /** Where the editor has it now; undefined when it does not know. */
  now: EditorContent['anchors'];
};

/** Discussions whose words are not in the text any more: nothing of them is lost, but no reader meets them beside the text. */
export function LostPassages({ loaded, now }: Props) {
  const places = new Map(now?.map((anchor) => [anchor.discussionId, anchor.from]));
  const lost = loaded.filter(({ discussionId, from }) => (places.has(discussionId) ? places.get(discussionId) : from) === null);
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
