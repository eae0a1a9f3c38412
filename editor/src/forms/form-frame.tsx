import { Button } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { CircleAlert, type IconNode } from 'lucide';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './forms.module.css';

type Props = {
  icon: IconNode;
  title: string;
  /** The label of the button; `busyAction` is its label while the form is busy. */
  action: string;
  busyAction?: string;
  isBusy?: boolean;
  /** The first problem. */
  error: string | null;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/**
 * Renders a form between the blocks: its fields, the error and the button. Enter in a field submits it (Ctrl+Enter in a field of several
 * lines), Escape closes it.
 */
export function FormFrame({ icon, title, action, busyAction, isBusy = false, error, onSubmit, onCancel, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, textarea, select');
    first?.focus();
    if (first instanceof HTMLInputElement) first.select();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isBusy) onSubmit();
  };
  const handleKey = (event: KeyboardEvent) => {
    // The text around the form must not handle what is typed here.
    event.stopPropagation();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.current?.requestSubmit();
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onCancel();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is handled for all fields
    <form ref={form} className={styles.form} aria-labelledby={id} noValidate onSubmit={handleSubmit} onKeyDown={handleKey}>
      <p className={styles.title} id={id}>
        <Icon of={icon} small />
        {title}
      </p>
      {children}
      <div className={styles.end}>
        <p className={styles.error} role="alert">
          {error !== null && (
            <>
              <Icon of={CircleAlert} small />
              <span>{error}</span>
            </>
          )}
        </p>
        <div className={styles.actions}>
          <Button variant="bare" size="small" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" size="small" isBusy={isBusy}>
            {isBusy && busyAction !== undefined ? busyAction : action} <ReturnMark />
          </Button>
        </div>
      </div>
    </form>
  );
}
