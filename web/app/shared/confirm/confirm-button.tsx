import { Button } from '@newline/ui/components/button';
import { type ReactNode, useState } from 'react';
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx';

type Props = {
  /** The button's text, a verb: 'End access'. */
  action: string;
  /** The rest of its accessible name and of the question, including the name of the user or title: 'to Pro for Lea'. */
  object: string;
  /** The question, if it differs from the accessible name. */
  title?: string;
  /** Who is affected, how, and whether it can be undone. */
  consequence: ReactNode;
  onConfirm: () => Promise<unknown>;
  variant?: 'line' | 'bare' | 'danger';
  size?: 'small' | 'normal';
  isBusy?: boolean;
};

/**
 * A button for actions that remove access, content or permissions. Its label names the action and what it affects, and it asks for
 * confirmation. The page shows errors. e2e/support/destructive-buttons.ts presses every such button and expects the question.
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
