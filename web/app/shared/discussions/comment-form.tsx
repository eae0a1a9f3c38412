import type { DocumentNode } from '@newline/document/document-node';
import type { UploadCounts } from '@newline/editor/uploads/upload-queue.ts';
import { Button } from '@newline/ui/components/button';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { mayLeave } from '../upload/leave-guard.ts';
import { isEmptyDocument } from '@newline/document/text';
import { CommentInput, preloadCommentEditor } from './comment-input.tsx';
import { emptyDocument } from './empty-document.ts';
import styles from './comment-form.module.css';

// Few comments have an image, and few of those are sent before it is there.
const WaitingUploads = lazyComponent(() => import('./waiting-uploads.tsx').then((module) => module.WaitingUploads));

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
  const [isBlank, setBlank] = useState(true);
  const [isSending, setSending] = useState(false);
  /** Grows with each comment sent: the next one begins in an editor of its own. */
  const [count, setCount] = useState(0);
  const written = useRef<DocumentNode>(start ?? emptyDocument);
  const [uploads, setUploads] = useState(noUploads);
  /** The same at any moment, and whether Send was pressed while images were on their way. */
  const now = useRef({ uploads: noUploads, isWaiting: false });
  const [isWaiting, setWaiting] = useState(false);
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

  const wait = (next: boolean) => {
    now.current.isWaiting = next;
    setWaiting(next);
  };
  const check = (document: DocumentNode) => {
    written.current = document;
    setBlank(isEmptyDocument(document));
    // An image that is on its way is something to say.
    setMissing(isEmptyDocument(document) && !isUploading(now.current.uploads));
    onDraft?.(isEmptyDocument(document) ? null : document);
  };
  const send = async (document: DocumentNode, isWithoutImages = false) => {
    written.current = document;
    if (!isWithoutImages && isUploading(now.current.uploads)) {
      setBlank(isEmptyDocument(document));
      return wait(true);
    }
    wait(false);
    if (isEmptyDocument(document)) return setMissing(true);
    if (isSending) return;
    setSending(true);
    const isSent = await onSend(document);
    if (!alive.current) return;
    setSending(false);
    if (!isSent) return;
    written.current = emptyDocument;
    setMissing(false);
    now.current.uploads = noUploads;
    setUploads(noUploads);
    setOpen(false);
    setFocus(false);
    setCount((before) => before + 1);
  };

  const handleUploads = (next: UploadCounts, document: DocumentNode) => {
    now.current.uploads = next;
    setUploads(next);
    if (isUploading(next)) return setMissing(false);
    if (now.current.isWaiting) void send(document);
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
          onUploads={handleUploads}
        />
      </div>
      {isMissing && (
        <p className={styles.required} id={messageId} role="alert">
          Comment required
        </p>
      )}
      {isWaiting && (
        <Suspense>
          <WaitingUploads
            uploads={uploads}
            label={label}
            onSendWithout={isBlank ? null : () => void send(written.current, true)}
            onStop={() => wait(false)}
          />
        </Suspense>
      )}
      <div className={styles.foot}>
        <span className={styles.hint} aria-hidden="true">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <span className={styles.buttons}>
          {onCancel && (
            <Button variant="bare" onClick={() => (!isUploading(uploads) || mayLeave()) && onCancel()}>
              Cancel
            </Button>
          )}
          <Button type="submit" isBusy={isSending || (isWaiting && uploads.failed === 0)}>
            <span>{isSending || (isWaiting && uploads.failed === 0) ? (label === 'Send' ? 'Sending...' : 'Saving...') : label} </span>
            <ReturnMark />
          </Button>
        </span>
      </div>
    </form>
  );
}

const noUploads: UploadCounts = { pending: 0, failed: 0 };

function isUploading({ pending, failed }: UploadCounts): boolean {
  return pending + failed > 0;
}
