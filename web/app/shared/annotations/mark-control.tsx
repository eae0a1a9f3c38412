import { truncate } from '@newline/document/truncate';
import { type KeyboardEvent, useState } from 'react';
import { commentsLabel } from './mark.ts';
import type { MarkGroup, PlacedMark } from './place-marks.ts';

type Props = {
  group: MarkGroup;
  /** A note with text beside the passage, only its number in the margin, or a badge at the end of the block. */
  look: 'note' | 'margin' | 'badge';
  onOpen: (placed: PlacedMark) => void;
  /** Called with the passage that is hovered or focused; null for none. */
  onPoint: (placed: PlacedMark | null) => void;
};

/** A bracket with the number of comments. It opens the discussion, or a list of discussions when several share a line. */
export function MarkControl({ group, look, onOpen, onPoint }: Props) {
  const [isListed, setListed] = useState(false);
  const [first, ...others] = group.marks;
  if (!first) return null;
  const count = group.marks.reduce((sum, { mark }) => sum + mark.commentsCount, 0);
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && setListed(false);
  const pointing = (placed: PlacedMark) => ({
    onPointerEnter: () => onPoint(placed),
    onPointerLeave: () => onPoint(null),
    onFocus: () => onPoint(placed),
    onBlur: () => onPoint(null),
  });
  if (others.length === 0) {
    return (
      <div className="an" data-look={look} style={{ top: look === 'badge' ? undefined : group.top }}>
        <button type="button" className="an__mark" onClick={() => onOpen(first)} {...pointing(first)}>
          <MarkName count={count} name={nameOf(first)} />
          {look === 'note' && <FirstWords placed={first} />}
        </button>
      </div>
    );
  }
  const location = look === 'badge' ? 'in this paragraph' : 'on this line';
  return (
    <div className="an" data-look={look === 'note' ? 'margin' : look} style={{ top: look === 'badge' ? undefined : group.top }}>
      <button type="button" className="an__mark" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
        <MarkName count={count} name={`${commentsLabel(count)} in ${group.marks.length} discussions ${location}`} />
      </button>
      {isListed && (
        <ul className="an__list">
          {group.marks.map((placed) => (
            <li key={placed.mark.discussionId}>
              <button
                type="button"
                onClick={() => {
                  setListed(false);
                  onOpen(placed);
                }}
                onKeyDown={leave}
                {...pointing(placed)}
              >
                <MarkName count={placed.mark.commentsCount} name={nameOf(placed)} />
                <FirstWords placed={placed} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows the number of comments, and reads out what it counts to screen readers. */
function MarkName({ count, name }: { count: number; name: string }) {
  return (
    <>
      <span className="an__count" aria-hidden="true">
        {count.toLocaleString('en')}
      </span>
      <span className="sr">{name}. </span>
    </>
  );
}

function FirstWords({ placed: { mark } }: { placed: PlacedMark }) {
  return (
    <span className="an__words">
      <b dir="auto">{mark.authorName}</b> <bdi>{plainText(mark.excerpt)}</bdi>
    </span>
  );
}

function nameOf({ mark }: PlacedMark): string {
  const quote = mark.quote?.text ?? '';
  return `${commentsLabel(mark.commentsCount)} on ${quote === '' ? 'this block' : `“${truncate(quote, 60)}”`}`;
}

/** Converts Markdown to a single line of plain text. */
function plainText(markdown: string): string {
  return truncate(markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/```\S*|[`*#>_]/g, ''), 90);
}
