import { Button } from '@newline/ui/components/button';
import { type ReactNode, useState } from 'react';
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx';

type Props = {
  /** The button's text, a verb: 'End access'. */
  action: string;
  /** The rest of its accessible name and of the question, with the name of the user or title it is about: 'to Pro for Lea'. */
  object: string;
  /** The question, if it is not the accessible name. */
  title?: string;
  /** What happens to whom, and whether it can be undone. */
  consequence: ReactNode;
  onConfirm: () => Promise<unknown>;
  variant?: 'line' | 'bare' | 'danger';
  size?: 'small' | 'normal';
  isBusy?: boolean;
};

/**
 * The button for everything that takes access, content or rights away: it says what it does and to whom, and asks first.
 * The page shows what went wrong. e2e/support/destructive-buttons.ts presses every such button and expects the question.
 */
export function ConfirmButton({ action, object, title, consequence, onConfirm, variant = 'line', size = 'small', isBusy = false }: Props) {
  const [isAsking, setAsking] = useState(false);
  const name = `${action} ${object}`;
  return (
    <>
      <Button variant={variant} size={size} isBusy={isBusy} aria-label={name} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {action}
      </Button>
      {isAsking && (
        <LazyConfirmDialog title={title ?? `${name}?`} action={action} onConfirm={onConfirm} onClose={() => setAsking(false)}>
          {consequence}
        </LazyConfirmDialog>
      )}
    </>
  );
}
