import { toText } from '@newline/document/text';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { useId, useState } from 'react';
import { ConfirmButton } from '../confirm/confirm-button.tsx';
import { announce } from '../focus/announce.ts';
import { formatDuration } from '../format-duration.ts';
import { Link } from '../link.tsx';
import type { OutboxAnchor, OutboxEntry } from './outbox-entry.ts';
import { loadOutbox } from './use-outbox.ts';
import styles from './outbox-list.module.css';

type Props = {
  entries: readonly OutboxEntry[];
  /** Whether each entry names its page, because the list is on another one. */
  isWithPages: boolean;
  /** Whether the elements have the IDs of their entries, to focus them; in at most one list of a page. */
  hasIds?: boolean;
};

/** What waits to be sent, and what the site has refused: with its text, so that nothing is lost. */
export function OutboxList({ entries, isWithPages, hasIds = false }: Props) {
  const id = useId();
  return (
    <section className={styles.outbox} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        Waiting to be sent
      </h2>
      <ul className="rows">
        {entries.map((entry) => (
          <li key={entry.id} id={hasIds ? entry.id : undefined} tabIndex={-1} className={`row ${styles.entry}`}>
            <Entry entry={entry} isWithPage={isWithPages} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry, isWithPage }: { entry: OutboxEntry; isWithPage: boolean }) {
  const { id, page, refusal } = entry;
  const name = nameOf(entry);
  const about = aboutOf(entry);
  const text = textOf(entry);
  const discard = async () => (await loadOutbox()).removeEntry(id);
  const retry = async () => {
    const outbox = await loadOutbox();
    outbox.retryEntry(id);
    await outbox.sendWaiting();
  };
  return (
    <>
      <p className="meta">
        <Badge look={refusal === null ? 'line' : 'new'}>{refusal === null ? 'Waiting' : 'Not sent'}</Badge>
        <span className="sep">{name}</span>
        {isWithPage && page !== null && (
          <span className="sep">
            <Link className="link" to={page.path}>
              <bdi>{page.title}</bdi>
            </Link>
          </span>
        )}
      </p>
      {about !== null && (
        <p className={styles.about}>
          <q dir="auto">{about}</q>
        </p>
      )}
      {text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <p className={styles.reason} role="status">
        {refusal !== null && <span key={refusal}>{refusal}</span>}
      </p>
      <p className="acts">
        {refusal !== null && (
          <Button variant="line" size="small" aria-label={`Try again: ${name}`} onClick={() => void retry()}>
            Try again
          </Button>
        )}
        {text !== '' && <CopyText text={text} name={name} />}
        <ConfirmButton
          action="Discard"
          object={`this ${kindOf(entry)}`}
          consequence="It hasn’t been sent. You can’t undo this."
          variant="bare"
          onConfirm={discard}
        />
      </p>
    </>
  );
}

function CopyText({ text, name }: { text: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        announce('Copied');
      },
      (error: unknown) => console.warn('We couldn’t copy the text.', error),
    );
  };
  const label = isCopied ? 'Copied' : 'Copy text';
  return (
    <Button variant="line" size="small" aria-label={`${label}: ${name}`} onClick={copy}>
      {label}
    </Button>
  );
}

/** Returns the noun for an entry. */
function kindOf({ action }: OutboxEntry): string {
  switch (action.kind) {
    case 'done':
      return 'mark';
    case 'note':
      return action.body === '' ? 'highlight' : 'note';
    case 'note-change':
      return 'change';
    case 'note-removal':
      return 'deletion';
    case 'comment':
    case 'reply':
      return action.kind;
  }
}

function nameOf({ action }: OutboxEntry): string {
  switch (action.kind) {
    case 'done':
      return action.isCompleted ? 'Marked as done' : 'Marked as not done';
    case 'note':
      return action.body === '' ? 'Your highlight' : 'Your note';
    case 'note-change':
      return 'Your change of a note';
    case 'note-removal':
      return 'The deletion of a note';
    case 'comment':
      return 'Your comment';
    case 'reply':
      return 'Your reply';
  }
}

/** Returns the words, or the second, that an entry is about; null for the whole page. */
function aboutOf({ action }: OutboxEntry): string | null {
  const anchor: OutboxAnchor | null = action.kind === 'note' || action.kind === 'comment' ? action.anchor : null;
  if (anchor === null) return null;
  return 'selection' in anchor ? anchor.selection.text || 'An image or a diagram' : formatDuration(anchor.second);
}

function textOf({ action }: OutboxEntry): string {
  if (action.kind === 'comment' || action.kind === 'reply') return toText(action.document);
  return action.kind === 'note' || action.kind === 'note-change' ? action.body : '';
}
