import { truncate } from '@newline/document/truncate';
import { Icon } from '@newline/ui/components/icon';
import { NotebookPen } from 'lucide';
import { type KeyboardEvent, useState } from 'react';
import { commentsLabel, idOfMark } from './mark.ts';
import type { MarkGroup, PlacedMark } from './place-marks.ts';

type Props = {
  group: MarkGroup;
  /** A note with text beside the passage, only its number in the margin, or a badge at the end of the block. */
  look: 'note' | 'margin' | 'badge';
  onOpen: (placed: PlacedMark) => void;
  /** Called with the passage that is hovered or focused; null for none. */
  onPoint: (placed: PlacedMark | null) => void;
};

/**
 * A bracket with the number of comments, or with an icon for the reader's own notes. It opens the discussion or note, or a list of them when
 * several share a line.
 */
export function MarkControl({ group, look, onOpen, onPoint }: Props) {
  const [isListed, setListed] = useState(false);
  const [first, ...others] = group.marks;
  if (!first) return null;
  const count = group.marks.reduce((sum, placed) => sum + countOf(placed), 0);
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
          {look === 'note' && first.mark.excerpt !== null && <FirstWords placed={first} />}
        </button>
      </div>
    );
  }
  const location = look === 'badge' ? 'in this paragraph' : 'on this line';
  return (
    <div className="an" data-look={look === 'note' ? 'margin' : look} style={{ top: look === 'badge' ? undefined : group.top }}>
      <button type="button" className="an__mark" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
        <MarkName count={count} name={`${listedIn(group)} ${location}`} />
      </button>
      {isListed && (
        <ul className="an__list">
          {group.marks.map((placed) => (
            <li key={idOfMark(placed.mark)}>
              <button
                type="button"
                onClick={() => {
                  setListed(false);
                  onOpen(placed);
                }}
                onKeyDown={leave}
                {...pointing(placed)}
              >
                <MarkName count={countOf(placed)} name={nameOf(placed)} />
                <FirstWords placed={placed} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Shows the number of comments, or an icon for notes alone, and reads out what it is to screen readers. */
function MarkName({ count, name }: { count: number; name: string }) {
  return (
    <>
      <span className="an__count" aria-hidden="true">
        {count === 0 ? <Icon of={NotebookPen} /> : count.toLocaleString('en')}
      </span>
      <span className="sr">{name}. </span>
    </>
  );
}

function FirstWords({ placed: { mark } }: { placed: PlacedMark }) {
  return (
    <span className="an__words">
      {'noteId' in mark ? <b>{mark.excerpt === null ? 'Your highlight' : 'Your note'}</b> : <b dir="auto">{mark.authorName}</b>}{' '}
      <bdi>{plainText(mark.excerpt ?? mark.quote?.text ?? '')}</bdi>
    </span>
  );
}

function countOf({ mark }: PlacedMark): number {
  return 'noteId' in mark ? 0 : mark.commentsCount;
}

function nameOf({ mark }: PlacedMark): string {
  const quote = mark.quote?.text ?? '';
  const passage = quote === '' ? 'this block' : `“${truncate(quote, 60)}”`;
  if ('noteId' in mark) return mark.excerpt === null ? `Your highlight of ${passage}` : `Your note on ${passage}`;
  return `${commentsLabel(mark.commentsCount)} on ${passage}`;
}

/** '3 comments in 2 discussions and your note'. */
function listedIn({ marks }: MarkGroup): string {
  const discussions = marks.filter(({ mark }) => !('noteId' in mark));
  const notesCount = marks.length - discussions.length;
  const count = discussions.reduce((sum, placed) => sum + countOf(placed), 0);
  const inDiscussions = discussions.length === 1 ? '1 discussion' : `${discussions.length} discussions`;
  return [
    ...(discussions.length === 0 ? [] : [`${commentsLabel(count)} in ${inDiscussions}`]),
    ...(notesCount === 0 ? [] : [notesCount === 1 ? 'your note' : `${notesCount} of your notes`]),
  ].join(' and ');
}

/** Converts Markdown to a single line of plain text. */
function plainText(markdown: string): string {
  return truncate(markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/```\S*|[`*#>_]/g, ''), 90);
}
