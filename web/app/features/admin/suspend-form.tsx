import { staffLimits } from '@newline/api/rules/limits/staff';
import { Button } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { SuspendPersonDocument } from './people-documents.ts';
import type { RunAction } from './use-actions.ts';

type Props = { userId: string; name: string; isBusy: boolean; perform: RunAction };

const spans: readonly (readonly [number, string])[] = [
  [1, 'a day'],
  [7, 'a week'],
  [30, '30 days'],
  [0, 'good'],
];

/** Suspends a user for a time and with a reason, after a confirmation. */
export function SuspendForm({ userId, name, isBusy, perform }: Props) {
  const [request, setRequest] = useState<{ days: number; reason: string | null } | null>(null);
  const suspend = ({ days, reason }: { days: number; reason: string | null }) => {
    const endsAt = days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : null;
    return perform('suspension', () => requestDocument(SuspendPersonDocument, { userId, endsAt, reason }), 'Suspended.');
  };
  return (
    <form
      className={styles['inline']}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        setRequest({ days: Number(form.get('days')), reason: formText(form, 'reason') || null });
      }}
    >
      <label>
        For
        <select className={inputClass} name="days" defaultValue="7">
          {spans.map(([days, label]) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Reason, shown to the user
        <input dir="auto" className={inputClass} name="reason" maxLength={staffLimits.suspensionReason} />
      </label>
      <Button type="submit" variant="line" isBusy={isBusy} aria-label={`Suspend ${name}`} aria-haspopup="dialog">
        Suspend
      </Button>
      {request !== null && (
        <LazyConfirmDialog
          title={`Suspend ${name} for ${spans.find(([days]) => days === request.days)?.[1] ?? `${request.days} days`}?`}
          action="Suspend"
          onConfirm={() => suspend(request)}
          onClose={() => setRequest(null)}
        >
          They can read but not write. You can end the suspension here at any time.
        </LazyConfirmDialog>
      )}
    </form>
  );
}
