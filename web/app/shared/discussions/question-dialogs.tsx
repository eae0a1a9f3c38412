import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useId, useRef, useState } from 'react';
import type { ReportReason } from './discussion.ts';
import styles from './question-dialogs.module.css';

/** Asks for confirmation before deleting a comment. The focus starts on Cancel. Closes when the deletion has succeeded or failed. */
export function DeleteDialog({ onDelete, onClose }: { onDelete: () => Promise<void>; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = () => {
    setBusy(true);
    void onDelete().finally(onClose);
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Delete comment" narrow initialFocus={cancel}>
      <p>Are you sure you want to delete this comment?</p>
      <DialogActions>
        <Button variant="danger" isBusy={isBusy} onClick={confirm}>
          {isBusy ? 'Deleting...' : 'Delete'}
        </Button>
        <Button variant="bare" ref={cancel} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const reasons: readonly { value: ReportReason; label: string }[] = [
  { value: 'SPAM', label: 'Spam or advertising' },
  { value: 'RUDE', label: 'Insults or threats' },
  { value: 'OFF_TOPIC', label: 'Off topic' },
  { value: 'OTHER', label: 'Something else' },
];

/** Asks for the reason for a report. Closes when the report was sent or sending failed. */
export function ReportDialog({ onReport, onClose }: { onReport: (reason: ReportReason) => Promise<void>; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>('SPAM');
  const [isBusy, setBusy] = useState(false);
  const name = useId();
  const send = () => {
    setBusy(true);
    void onReport(reason).finally(onClose);
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Report comment" narrow>
      <fieldset className={styles.reasons}>
        <legend>What’s wrong with it? A moderator will read your report.</legend>
        {reasons.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} checked={reason === value} onChange={() => setReason(value)} />
            {label}
          </label>
        ))}
      </fieldset>
      <DialogActions>
        <Button isBusy={isBusy} onClick={send}>
          {isBusy ? 'Sending...' : 'Report'} <ReturnMark />
        </Button>
        <Button variant="bare" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
