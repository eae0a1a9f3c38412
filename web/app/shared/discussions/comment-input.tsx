import type { DocumentNode } from '@newline/document/document-node';
import { loadPart } from '@newline/ui/lazy-component';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CommentFieldProps } from './comment-field.tsx';
import { isCopy } from '../offline/worker-controller.ts';
import { PlainCommentField } from './plain-comment-field.tsx';

let loading: Promise<void> | null = null;
let Editor: ComponentType<CommentFieldProps> | null = null;

/**
 * Preloads the comment editor. Call it where a comment is likely to be written soon; further calls do nothing. An offline copy of a page has
 * no editor, which would be larger than the text: the promise stays pending.
 */
export function preloadCommentEditor(): Promise<void> {
  loading ??= isCopy() ? new Promise(() => undefined) : loadEditor();
  return loading;
}

function loadEditor(): Promise<void> {
  return loadPart(() => import('./comment-field.tsx')).then((module) => {
    Editor = module.default;
  });
}

/**
 * The field for writing a comment: a plain text area at first, replaced by the editor once its code has loaded. The editor takes over the
 * text, the caret and the focus. If it can't be loaded, the text area stays.
 */
export function CommentInput(props: CommentFieldProps) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const written = useRef(props.document);
  const [takeover, setTakeover] = useState<Pick<CommentFieldProps, 'document' | 'hasFocus' | 'caret'> | null>(
    Editor === null ? null : { document: props.document, hasFocus: props.hasFocus },
  );
  const isTakenOver = takeover !== null;
  useEffect(() => {
    if (isTakenOver) return undefined;
    let isCurrent = true;
    const take = () => {
      const field = plain.current;
      if (!isCurrent || field === null) return;
      const hasFocus = document.activeElement === field;
      const caret = { anchor: stepsAfter(field.value, field.selectionStart), head: stepsAfter(field.value, field.selectionEnd) };
      // Synchronously: a character typed between unmounting the text area and mounting the editor would be lost.
      flushSync(() => setTakeover({ document: written.current, hasFocus, caret }));
    };
    void preloadCommentEditor().then(() => {
      const field = plain.current;
      if (field?.dataset['composing'] === undefined) take();
      else field.addEventListener('compositionend', () => setTimeout(take), { once: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [isTakenOver]);
  if (takeover !== null && Editor !== null) return <Editor {...props} {...takeover} />;
  const keep = (next: DocumentNode) => {
    written.current = next;
    props.onChange(next);
  };
  return <PlainCommentField {...props} field={plain} onChange={keep} />;
}

/**
 * Converts an offset in plain text to a number of steps before the end of the editor's document, which counts two steps between paragraphs.
 */
function stepsAfter(text: string, offset: number): number {
  const remainder = text.slice(offset);
  return remainder.length + remainder.split('\n').length - 1;
}
