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

// Few comments have an image, and few of those are sent before it's uploaded.
const WaitingUploads = lazyComponent(() => import('./waiting-uploads.tsx').then((module) => module.WaitingUploads));

type Props = {
  /** 'Add your comment' or 'Add your reply'. */
  placeholder: string;
  /** The initial text; read once. */
  start?: DocumentNode | null;
  /** True for a form that the user opened: its editor is visible and focused. */
  isOpenAtFirst?: boolean;
  hasServices?: boolean;
  /** The label of the button. */
  label?: 'Send' | 'Save';
  /** What the comment is about, such as a second or a passage. */
  context?: ReactNode;
  /** Called on every change, so that no text is lost; null when the field is empty. */
  onDraft?: (document: DocumentNode | null) => void;
  /** Sends the comment. Resolves to true when it was sent; otherwise the form keeps its text. */
  onSend: (document: DocumentNode) => Promise<boolean>;
  onCancel?: (() => void) | undefined;
};

const preload = () => void preloadCommentEditor();

/** The form for writing a comment (DISC-04). Collapsed to one line until the user opens it. */
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
  /** Incremented with each sent comment, so that the next one gets a new editor. */
  const [count, setCount] = useState(0);
  const written = useRef<DocumentNode>(start ?? emptyDocument);
  const [uploads, setUploads] = useState(noUploads);
  /** The latest state for callbacks, including whether Send was pressed while images were uploading. */
  const latest = useRef({ uploads: noUploads, isWaiting: false });
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

  // The form is near the viewport: its editor is loaded when the browser is idle.
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    const waiting = requestIdleCallback(preload);
    return () => cancelIdleCallback(waiting);
  }, []);

  const wait = (next: boolean) => {
    latest.current.isWaiting = next;
    setWaiting(next);
  };
  const check = (document: DocumentNode) => {
    written.current = document;
    setBlank(isEmptyDocument(document));
    // A comment with an uploading image isn't empty.
    setMissing(isEmptyDocument(document) && !isUploading(latest.current.uploads));
    onDraft?.(isEmptyDocument(document) ? null : document);
  };
  const send = async (document: DocumentNode, isWithoutImages = false) => {
    written.current = document;
    if (!isWithoutImages && isUploading(latest.current.uploads)) {
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
    latest.current.uploads = noUploads;
    setUploads(noUploads);
    setOpen(false);
    setFocus(false);
    setCount((current) => current + 1);
  };

  const handleUploads = (next: UploadCounts, document: DocumentNode) => {
    latest.current.uploads = next;
    setUploads(next);
    if (isUploading(next)) return setMissing(false);
    if (latest.current.isWaiting) void send(document);
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
      method="post"
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
