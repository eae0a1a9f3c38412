import { itemLimits } from '@newline/api/rules/limits/item';
import { Button } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import styles from './studio-items.module.css';

type Props = {
  /** The label of the field. */
  label: string;
  /** The label of its button. */
  action: string;
  /** The initial value. */
  value?: string;
  /** Saves the title; the field is cleared when it resolves to true. */
  onSubmit: (title: string) => Promise<boolean>;
  /** If set, Escape and a second button cancel the form, and it takes the focus immediately. */
  onCancel?: () => void;
};

/** A one-line form for a title, to add or rename something. */
export function TitleForm({ label, action, value = '', onSubmit, onCancel }: Props) {
  const [title, setTitle] = useState(value);
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const takesFocus = onCancel !== undefined;
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    field.current?.select();
  }, [takesFocus]);
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (title.trim() === '' || isBusy) return field.current?.focus();
    setIsBusy(true);
    const isSaved = await onSubmit(title.trim());
    setIsBusy(false);
    if (isSaved) setTitle('');
  };
  return (
    <form className={styles['titleForm']} method="post" onSubmit={(event) => void handleSubmit(event)}>
      <input
        dir="auto"
        ref={field}
        className={inputClass}
        aria-label={label}
        placeholder={onCancel ? undefined : label}
        value={title}
        maxLength={itemLimits.title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel?.()}
      />
      <Button type="submit" variant="line" size="small" isBusy={isBusy}>
        {action}
      </Button>
      {onCancel && (
        <Button variant="bare" size="small" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  );
}
