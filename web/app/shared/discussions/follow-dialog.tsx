import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useEffect, useId, useRef, useState } from 'react';
import type { MailRhythm } from '../../../.documents/graphql.ts';
import { showIfOffline } from '../connection.ts';
import type { Follow } from './discussion.ts';
import type { DiscussionSource } from './discussion-source.ts';
import styles from './question-dialogs.module.css';

const choices: readonly { value: Follow['isFollowed']; label: string }[] = [
  { value: true, label: 'Follow: every comment' },
  { value: null, label: 'Default: replies and mentions' },
  { value: false, label: 'Mute: nothing' },
];

const rhythms: readonly { value: MailRhythm; label: string }[] = [
  { value: 'AT_ONCE', label: 'Immediately' },
  { value: 'DAILY', label: 'Once a day' },
  { value: 'WEEKLY', label: 'Once a week' },
  { value: 'NONE', label: 'Never' },
];

type Props = { discussionId: string; follow: NonNullable<DiscussionSource['follow']>; onClose: () => void };

/** Lets the user choose the notifications of one discussion. It closes when the choice was saved or saving failed. */
export function FollowDialog({ discussionId, follow, onClose }: Props) {
  const [choice, setChoice] = useState<Follow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const name = useId();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    let isCurrent = true;
    follow
      .load(discussionId)
      .then((current) => isCurrent && setChoice(current))
      .catch((error: unknown) => {
        console.error('We couldn’t load your notification settings for this discussion.', error);
        if (isCurrent) close.current();
      });
    return () => {
      isCurrent = false;
    };
  }, [discussionId, follow]);
  const save = () => {
    if (choice === null) return;
    setBusy(true);
    follow
      .save(discussionId, choice)
      .catch((error: unknown) => {
        console.error('We couldn’t save your notification settings for this discussion.', error);
        showIfOffline();
      })
      .finally(onClose);
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Follow or mute" narrow>
      <fieldset className={styles.reasons} disabled={choice === null}>
        <legend>Notify me about</legend>
        {choices.map(({ value, label }) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              checked={choice !== null && choice.isFollowed === value}
              onChange={() => setChoice((current) => current && { ...current, isFollowed: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Field
        label="Email me"
        control="select"
        disabled={choice === null || choice.isFollowed === false}
        value={choice?.mails ?? ''}
        onChange={({ target }: { target: { value: string } }) =>
          setChoice((current) => current && { ...current, mails: rhythms.find(({ value }) => value === target.value)?.value ?? null })
        }
      >
        <option value="">Same as my settings</option>
        {rhythms.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Field>
      <DialogActions>
        <Button isBusy={isBusy} onClick={save}>
          {isBusy ? 'Saving...' : 'Save'} <ReturnMark />
        </Button>
        <Button variant="bare" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
