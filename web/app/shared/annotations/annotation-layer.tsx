import './annotations.css';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { typeAhead } from '../focus/typing-ahead.ts';
import { BlockChooser } from './block-chooser.tsx';
import { CommentOffer } from './comment-offer.tsx';
import { idOfMark, type Mark, type MarkedItem, type NoteMark } from './mark.ts';
import { MarkControl } from './mark-control.tsx';
import type { NewPassage } from './new-selection.ts';
import { groupMarks, placeMarks, type MarkGroup, type PlacedMark } from './place-marks.ts';
import { isCommentKey, selectionIn } from './selection-in.ts';
import { useHighlights } from './use-highlights.ts';
import type { NoteHost } from './note-actions.ts';
import { useNoteActions } from './use-note-actions.ts';
import { useMarkRoom, usePageView } from './use-page-view.ts';

/** Opens the discussions panel at a discussion, or with the form of a new one. */
export type OpenDiscussions = (request: { discussionId: string } | { newFrom: { selection: NewPassage } }) => void;

export type AnnotationLayerProps = {
  item: MarkedItem;
  /** The element that contains the text. */
  text: HTMLElement;
  marks: readonly Mark[];
  /** The reader's own notes. */
  notes: readonly NoteMark[];
  open: OpenDiscussions;
  /** What the page does with notes; null for visitors. */
  noteHost: NoteHost | null;
  /** The selection that the reader wanted to comment on with the keys before this code was loaded; null for none. */
  pending: Range | null;
  /** Called when this code listens to the keys, and has taken the pending selection. */
  onReady: () => void;
  /** The selection that the reader wanted to write a note about before this code was loaded; null for none. Called when it was taken. */
  pendingNote: Range | null;
  onNoteTaken: () => void;
  /** What the reader chooses a paragraph for; null if they don't. Called when they start or finish. */
  choosing: 'Comment' | 'Note' | null;
  onChoosing: (choosing: 'Comment' | 'Note' | null) => void;
};

/** Loads what finds passages in the document: signed-in readers have it with their notes, visitors only need it on their way to sign in. */
const loadPassages = () => import('./new-selection.ts');

/** The height that a note needs below its line, in pixels. */
const noteHeightPx = 84;

/**
 * The highlights in a text and the controls next to it, and the ways to comment on selected text, highlight it and write notes about it.
 * Loaded when there are highlights, or text is selected.
 */
export function AnnotationLayer(props: AnnotationLayerProps) {
  const { item, text, marks, notes, open, noteHost, pending, onReady, pendingNote, onNoteTaken, choosing, onChoosing } = props;
  const view = usePageView(text);
  const beside = useMarkRoom(text);
  const placed = useMemo(() => placeMarks(view, [...marks, ...notes]), [view, marks, notes]);
  const groups = useMemo(() => groupMarks(view, placed, beside.room !== 'badge'), [view, placed, beside]);
  const [pointed, setPointed] = useState<Range | null>(null);
  const [requested, setRequested] = useState<Range | null>(null);
  useHighlights(placed, pointed ?? requested);

  const openMark = ({ mark, range }: PlacedMark) => {
    setRequested(range);
    if ('noteId' in mark) noteHost?.open({ noteId: mark.noteId });
    else open({ discussionId: mark.discussionId });
  };
  const noteActions = useNoteActions(noteHost, view);
  const comment = useCallback(
    (passage: Promise<NewPassage | null>, range: Range | null) => {
      setRequested(range);
      // Typing is buffered until the passage, the panel and its form have loaded.
      if (range !== null) typeAhead();
      passage.then(
        (selection) => selection && open({ newFrom: { selection } }),
        (error: unknown) => console.error('We couldn’t find the passage.', error),
      );
    },
    [open],
  );
  const commentOn = (range: Range) => {
    const characters = view.charactersIn(range);
    if (characters.end > characters.start)
      comment(
        loadPassages().then((code) => code.passageOfCharacters(item, view, characters)),
        view.rangeOf(characters),
      );
  };

  useEffect(() => {
    if (view.blocks.length === 0) return;
    if (pending?.intersectsNode(text)) commentOn(pending);
    onReady();
  });

  useEffect(() => {
    if (pendingNote === null || view.blocks.length === 0) return;
    noteActions?.onNote(pendingNote);
    onNoteTaken();
  }, [pendingNote, noteActions, onNoteTaken, view]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Until this code listens, `early-comment.ts` does.
      if (event.defaultPrevented || !isCommentKey(event)) return;
      event.preventDefault();
      const range = selectionIn(text);
      if (range) commentOn(range);
      else onChoosing('Comment');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });

  useEffect(() => {
    const click = (event: MouseEvent) => {
      if (event.defaultPrevented || !(event.target instanceof Element) || event.target.closest('a, button, summary') || selectionIn(text))
        return;
      const at = document.caretPositionFromPoint?.(event.clientX, event.clientY);
      const hit = at && placed.find(({ range }) => range?.isPointInRange(at.offsetNode, at.offset));
      if (hit) openMark(hit);
    };
    text.addEventListener('click', click);
    return () => text.removeEventListener('click', click);
  });

  const answered = useRef('');
  useEffect(() => {
    // Once for each URL: a link to an annotation, or the page that the reader returns to after signing in.
    if (answered.current === location.search || view.blocks.length === 0) return;
    const query = new URLSearchParams(location.search);
    const [from, to, id] = [query.get('from'), query.get('to'), query.get('discussion') ?? query.get('note')];
    const match = placed.find(({ mark }) => idOfMark(mark) === id);
    if (id !== null && !match) return;
    answered.current = location.search;
    if (match) {
      setRequested(match.range);
      const element = match.range?.startContainer.parentElement ?? (match.mark.quote && view.elementOf(match.mark.quote.blockId));
      element?.scrollIntoView({ block: 'center' });
    } else if (from !== null && to !== null)
      comment(
        loadPassages().then((code) => code.passageOfPositions(item, view, Number(from), Number(to))),
        null,
      );
  }, [view, placed, item, comment]);

  return (
    <>
      {groups.map((group, index) => (
        <Hosted key={group.marks[0] && idOfMark(group.marks[0].mark)} block={group.block}>
          <MarkControl
            group={group}
            look={lookOf(beside.room, groups, index)}
            onOpen={openMark}
            onPoint={(at) => setPointed(at?.range ?? null)}
          />
        </Hosted>
      ))}
      <CommentOffer text={text} onComment={commentOn} notes={noteActions} />
      {choosing !== null && (
        <BlockChooser
          view={view}
          verb={choosing}
          onLeave={() => onChoosing(null)}
          onChoose={(blockId) => {
            onChoosing(null);
            if (choosing === 'Note') noteActions?.onBlock(blockId);
            else
              comment(
                loadPassages().then((code) => code.passageOfBlock(item, view, blockId)),
                null,
              );
          }}
        />
      )}
    </>
  );
}

/** Returns how a note looks: one that would overlap the next note shows only its number. */
function lookOf(room: 'note' | 'margin' | 'badge', groups: readonly MarkGroup[], index: number): 'note' | 'margin' | 'badge' {
  const [group, next] = [groups[index], groups[index + 1]];
  if (room !== 'note' || !group || !next) return room;
  const topOf = ({ block, top }: MarkGroup) => block.getBoundingClientRect().top + top;
  return topOf(next) - topOf(group) < noteHeightPx ? 'margin' : 'note';
}

/** Renders children into an element of their own inside a block whose HTML wasn't made by React. */
function Hosted({ block, children }: { block: HTMLElement; children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement('div');
    element.dataset.annotation = '';
    block.append(element);
    setHost(element);
    return () => element.remove();
  }, [block]);
  return host && createPortal(children, host);
}
