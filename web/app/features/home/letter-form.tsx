import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { type FormEvent, useState } from 'react';
import { formText } from '../../shared/form-text.ts';
import { ApiError } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { SubscribeToNewsletterDocument } from './letter-documents.ts';
import styles from './letter.module.css';

type Props = {
  submit: string;
  hint: string;
  /** What an answer without scripts said of the address. */
  error?: string | null;
};

/** Asks for first name and address. Without scripts it is sent to /newsletter, which answers with a page (HOME-04). */
export function LetterForm({ submit, hint, error: given = null }: Props) {
  const [error, setError] = useState<string | null>(given);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    setState('sending');
    setError(null);
    try {
      await requestDocument(SubscribeToNewsletterDocument, {
        email: formText(data, 'email'),
        firstName: formText(data, 'firstName') || null,
      });
      setState('sent');
    } catch (failure) {
      setState('idle');
      const isTold = failure instanceof ApiError && (failure.code === 'BAD_INPUT' || failure.code === 'TOO_MANY');
      setError(isTold ? failure.message : 'That did not reach us. Try again in a moment.');
      form.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
    }
  };
  return (
    <form className={styles.form} method="post" action="/newsletter" noValidate onSubmit={(event) => void send(event)}>
      <div className={styles.fields}>
        <Field label="First name" name="firstName" autoComplete="given-name" maxLength={80} />
        <Field label="Email" name="email" type="email" autoComplete="email" maxLength={254} required error={error} />
      </div>
      <p className={styles.acts}>
        <Button type="submit" isBusy={state === 'sending'}>
          {submit} <ReturnMark />
        </Button>
        <span className="meta" role="status">
          {state === 'sent' ? 'Look into your mail: one link, and you are on the list.' : hint}
        </span>
      </p>
    </form>
  );
}
