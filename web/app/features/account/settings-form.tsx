import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useEffect, useState, type FormEvent } from 'react';
import type { MailRhythm } from '../../../.documents/graphql.ts';
import { ApiError } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { UpdateSettingsDocument, type OwnAccount } from './account-documents.ts';
import { useViewer } from '../../shared/viewer.tsx';
import type { Faults } from '../../shared/form/faults.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formText } from '../../shared/form/form-text.ts';
import styles from './account.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

const rhythms: readonly { value: MailRhythm; label: string }[] = [
  { value: 'AT_ONCE', label: 'Immediately' },
  { value: 'DAILY', label: 'Once a day' },
  { value: 'WEEKLY', label: 'Once a week' },
  { value: 'NONE', label: 'Never' },
];

/** Private settings: time zone, when notifications are emailed, and single-key shortcuts. */
export function SettingsForm({ account }: { account: OwnAccount }) {
  const ownZone = account.settings?.timeZone ?? 'UTC';
  const followsBrowser = account.settings?.followsBrowserTimeZone ?? true;
  const [timeZones, setTimeZones] = useState([ownZone]);
  // The browser knows the four hundred names, so they aren't sent.
  useEffect(() => setTimeZones([...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()), [ownZone]);
  const { reload } = useViewer();
  const saving = useForm(explainSettingsError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const rhythm = rhythms.find(({ value }) => value === form.get('mailNotices'))?.value ?? 'AT_ONCE';
    const timeZone = formText(form, 'timeZone');
    const zone = timeZone === '' ? { followsBrowserTimeZone: true } : { timeZone, followsBrowserTimeZone: false };
    const patch = { ...zone, hasShortcuts: form.get('hasShortcuts') === 'on', mailNotices: rhythm };
    void saving.run(async () => {
      await requestDocument(UpdateSettingsDocument, { userId: account.id, patch });
      // When the browser's time zone is followed, it's reported.
      if (timeZone === '') await reload();
    });
  };
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} aria-label="Settings">
      <Field
        label="Time zone"
        control="select"
        name="timeZone"
        hint="Used to count your streak and to time your emails."
        defaultValue={followsBrowser ? '' : ownZone}
        error={saving.faults['timeZone']}
      >
        <option value="">{followsBrowser ? `Same as my browser (now ${ownZone.replaceAll('_', ' ')})` : 'Same as my browser'}</option>
        {timeZones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Field>
      <Field
        label="Email notifications"
        control="select"
        name="mailNotices"
        hint="Replies, mentions and accepted answers. They always appear on the notifications page."
        defaultValue={account.settings?.mailNotices ?? 'AT_ONCE'}
      >
        {rhythms.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Field>
      <label className={styles.check}>
        <input type="checkbox" name="hasShortcuts" defaultChecked={account.settings?.hasShortcuts ?? true} />
        Enable single-key shortcuts (space plays, c shows captions)
      </label>
      {saving.failure && <ErrorNote>{saving.failure}</ErrorNote>}
      {saving.isDone && <DoneNote>Settings saved.</DoneNote>}
      <p className="acts">
        <Button type="submit" variant="line" isBusy={saving.isBusy}>
          {saving.isBusy ? 'Saving...' : 'Save settings'}
        </Button>
      </p>
    </form>
  );
}

function explainSettingsError(error: unknown): Faults {
  if (error instanceof ApiError && error.code === 'BAD_INPUT') return { timeZone: sentenceOf(error) };
  return { form: sentenceOf(error) };
}
