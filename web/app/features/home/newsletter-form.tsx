import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { accountLimits } from '@newline/api/rules/limits/account';
import type { FormEvent } from 'react';
import { formText } from '../../shared/form/form-text.ts';
import type { Faults } from '../../shared/form/faults.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { SubscribeToNewsletterDocument } from './newsletter-documents.ts';
import styles from './newsletter.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  submit: string;
  hint: string;
  /** What an answer without scripts said of the address. */
  error?: string | null;
};

/** Asks for first name and address. Without scripts it is sent to /newsletter, which answers with a page (HOME-04). */
export function NewsletterForm({ submit, hint, error: given = null }: Props) {
  const { isBusy, isDone, faults, run } = useForm(explainNewsletterError);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const input = { email: formText(data, 'email'), firstName: formText(data, 'firstName') || null };
    if (!(await run(() => requestDocument(SubscribeToNewsletterDocument, input))))
      form.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
  };
  return (
    <form className={styles.form} method="post" action="/newsletter" noValidate onSubmit={(event) => void send(event)}>
      <div className={styles.fields}>
        <Field label="First name" name="firstName" autoComplete="given-name" maxLength={accountLimits.name} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={accountLimits.email}
          required
          error={faults['email'] ?? (isBusy || isDone ? null : given)}
        />
      </div>
      <p className={styles.acts}>
        <Button type="submit" isBusy={isBusy}>
          {submit} <ReturnMark />
        </Button>
        <span className="meta" role="status">
          {isDone ? 'Check your email. Follow the link to join the list.' : hint}
        </span>
      </p>
    </form>
  );
}

function explainNewsletterError(error: unknown): Faults {
  return { email: sentenceOf(error) };
}
