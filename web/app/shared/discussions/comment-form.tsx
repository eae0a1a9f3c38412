import type { DocumentNode } from '@newline/document/document-node';
import { Button } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isEmptyDocument } from '@newline/document/text';
import { CommentInput, preloadCommentEditor } from './comment-input.tsx';
import { emptyDocument } from './empty-document.ts';
import styles from './comment-form.module.css';

type Props = {
  /** 'Add your comment' or 'Add your reply'. */
  placeholder: string;
  /** What it begins with; read once. */
  start?: DocumentNode | null;
  /** True for a form that is there because somebody asked for it: its editor is open and has the caret. */
  isOpenAtFirst?: boolean;
  hasServices?: boolean;
  /** What the button says. */
  label?: 'Send' | 'Save';
  /** What the comment is about: a second, a passage. */
  context?: ReactNode;
  /** Told at every change, so that nothing written is lost; with null where nothing is written. */
  onDraft?: (document: DocumentNode | null) => void;
  /** Sends it. True when it was sent; a form that was not keeps what it holds. */
  onSend: (document: DocumentNode) => Promise<boolean>;
  onCancel?: (() => void) | undefined;
};

const preload = () => void preloadCommentEditor();

/** The form of a comment (DISC-04). It is a line to press until somebody opens it. */
export function CommentForm({
  placeholder,
  start,
  isOpenAtFirst = false,
  hasServices = true,
  label = 'Send',
  context,
  onDraft,
  onSend,
  onCancel,
}: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst || Boolean(start));
  const [hasFocus, setFocus] = useState(isOpenAtFirst);
  const [isMissing, setMissing] = useState(false);
  const [isSending, setSending] = useState(false);
  /** Grows with each comment sent: the next one begins in an editor of its own. */
  const [count, setCount] = useState(0);
  const written = useRef<DocumentNode>(start ?? emptyDocument);
  const frame = useRef<HTMLFormElement>(null);
  const alive = useRef(true);
  const messageId = useId();
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  // The form is near: its editor comes while nothing else is to do.
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    const waiting = requestIdleCallback(preload);
    return () => cancelIdleCallback(waiting);
  }, []);

  const check = (document: DocumentNode) => {
    written.current = document;
    setMissing(isEmptyDocument(document));
    onDraft?.(isEmptyDocument(document) ? null : document);
  };
  const send = async (document: DocumentNode) => {
    written.current = document;
    if (isEmptyDocument(document)) return setMissing(true);
    if (isSending) return;
    setSending(true);
    const isSent = await onSend(document);
    if (!alive.current) return;
    setSending(false);
    if (!isSent) return;
    written.current = emptyDocument;
    setMissing(false);
    setOpen(false);
    setFocus(false);
    setCount((before) => before + 1);
  };

  if (!isOpen) {
    return (
      <div className={styles.form}>
        {context}
        <button
          type="button"
          className={styles.field}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => {
            setOpen(true);
            setFocus(true);
          }}
        >
          {placeholder}
        </button>
      </div>
    );
  }
  return (
    <form
      ref={frame}
      className={styles.form}
      aria-label={placeholder}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(written.current);
      }}
    >
      {context}
      <div
        className={styles.editor}
        inert={isSending}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? messageId : undefined}
      >
        <CommentInput
          key={count}
          document={written.current}
          placeholder={placeholder}
          hasFocus={hasFocus}
          hasServices={hasServices}
          onChange={check}
          onSubmit={(document) => void send(document)}
        />
      </div>
      {isMissing && (
        <p className={styles.required} id={messageId} role="alert">
          Comment required
        </p>
      )}
      <div className={styles.foot}>
        <span className={styles.hint} aria-hidden="true">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <span className={styles.buttons}>
          {onCancel && (
            <Button variant="bare" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" isBusy={isSending}>
            <span>{isSending ? (label === 'Send' ? 'Sending...' : 'Saving...') : label} </span>
            <ReturnMark />
          </Button>
        </span>
      </div>
    </form>
  );
}
