import type { EditorContent, TypedText } from '@newline/editor/content.ts';
import { type PointerEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { DocumentView } from '../../shared/reader/document-view.tsx';
import styles from './studio.module.css';

type Props = {
  content: EditorContent;
  /** What was typed into it, for the editor, which takes it over. */
  typed?: RefObject<TypedText[]>;
};

/**
 * The text as it is read, until the editor has come. A press in it puts a caret there: what is typed is shown at it, and is in the text at that place
 * when the editor takes over.
 */
export function StillText({ content: { title, document: body }, typed }: Props) {
  const text = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const at = useRef<Omit<TypedText, 'text'>>(null);
  const keep = useCallback(() => {
    if (at.current !== null && field.current !== null && typed) typed.current.push({ ...at.current, text: field.current.value });
    at.current = null;
  }, [typed]);
  // What React takes away is still there now.
  useLayoutEffect(() => keep, [keep]);
  const handlePress = ({ clientX, clientY, target }: PointerEvent) => {
    const [frame, input] = [text.current, field.current];
    if (frame === null || input === null || target === input) return;
    const caret = document.caretPositionFromPoint?.(clientX, clientY);
    const block = caret ? [...frame.children].findIndex((child) => child.contains(caret.offsetNode)) : -1;
    if (!caret || block < 0) return;
    keep();
    const before = new Range();
    before.setStart(frame.children[block] ?? frame, 0);
    before.setEnd(caret.offsetNode, caret.offset);
    at.current = { block, letters: before.toString().length };
    const { left, top, height } = caret.getClientRect() ?? new DOMRect(clientX, clientY, 0, 20);
    const origin = frame.getBoundingClientRect();
    input.value = '';
    input.style.left = `${left - origin.left}px`;
    input.style.top = `${top - origin.top}px`;
    input.style.minHeight = `${height}px`;
    input.hidden = false;
    input.focus({ preventScroll: true });
  };
  return (
    <div className={styles['still']} onPointerUp={typed && handlePress}>
      <div className="prose" ref={text}>
        <h1>{title}</h1>
        <DocumentView bodyDelta={JSON.stringify(body)} />
      </div>
      {typed && <textarea ref={field} className={styles['typed']} aria-label="Text" dir="auto" rows={1} hidden />}
    </div>
  );
}
