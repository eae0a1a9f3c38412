import type { DocumentNode } from '@newline/document/document-node';
import { loadPart } from '@newline/ui/lazy-component';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CommentFieldProps } from './comment-field.tsx';
import { PlainCommentField } from './plain-comment-field.tsx';

let loading: Promise<void> | null = null;
let Editor: ComponentType<CommentFieldProps> | null = null;

/** Loads the editor of comments, unless that was begun. Call it where a comment is likely to be written soon. */
export function preloadCommentEditor(): Promise<void> {
  loading ??= loadPart(() => import('./comment-field.tsx')).then((module) => {
    Editor = module.default;
  });
  return loading;
}

/**
 * The field in which a comment is written: a plain one from the first moment, and the editor when its code is there, which takes over the text, the
 * caret and the focus. Without a network the plain one stays.
 */
export function CommentInput(props: CommentFieldProps) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const written = useRef(props.document);
  const [taken, setTaken] = useState<Pick<CommentFieldProps, 'document' | 'hasFocus' | 'caret'> | null>(
    Editor === null ? null : { document: props.document, hasFocus: props.hasFocus },
  );
  const isTaken = taken !== null;
  useEffect(() => {
    if (isTaken) return undefined;
    let isCurrent = true;
    const take = () => {
      const field = plain.current;
      if (!isCurrent || field === null) return;
      const hasFocus = document.activeElement === field;
      const caret = { anchor: stepsAfter(field.value, field.selectionStart), head: stepsAfter(field.value, field.selectionEnd) };
      // In this very moment: a letter typed between a field that goes and an editor that comes would be lost.
      flushSync(() => setTaken({ document: written.current, hasFocus, caret }));
    };
    void preloadCommentEditor().then(() => {
      const field = plain.current;
      if (field?.dataset['composing'] === undefined) take();
      else field.addEventListener('compositionend', () => setTimeout(take), { once: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [isTaken]);
  if (taken !== null && Editor !== null) return <Editor {...props} {...taken} />;
  const keep = (next: DocumentNode) => {
    written.current = next;
    props.onChange(next);
  };
  return <PlainCommentField {...props} field={plain} onChange={keep} />;
}

/** How far a place in a plain text is from the end of the editor's: between two paragraphs there are two steps. */
function stepsAfter(text: string, offset: number): number {
  const after = text.slice(offset);
  return after.length + after.split('\n').length - 1;
}
