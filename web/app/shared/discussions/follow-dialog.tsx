import { Button } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useEffect, useId, useRef, useState } from 'react';
import type { MailRhythm } from '../../../.documents/graphql.ts';
import { sayIfOffline } from '../connection.ts';
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
  const [asked, setAsked] = useState<Follow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const name = useId();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    let isCurrent = true;
    follow
      .load(discussionId)
      .then((known) => isCurrent && setAsked(known))
      .catch((error: unknown) => {
        console.error('We couldn’t load your notification settings for this discussion.', error);
        if (isCurrent) close.current();
      });
    return () => {
      isCurrent = false;
    };
  }, [discussionId, follow]);
  const save = () => {
    if (asked === null) return;
    setBusy(true);
    follow
      .save(discussionId, asked)
      .catch((error: unknown) => {
        console.error('We couldn’t save your notification settings for this discussion.', error);
        sayIfOffline();
      })
      .finally(onClose);
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Follow or mute" narrow>
      <fieldset className={styles.reasons} disabled={asked === null}>
        <legend>Notify me about</legend>
        {choices.map(({ value, label }) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              checked={asked !== null && asked.isFollowed === value}
              onChange={() => setAsked((before) => before && { ...before, isFollowed: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <Field
        label="Email me"
        control="select"
        disabled={asked === null || asked.isFollowed === false}
        value={asked?.mails ?? ''}
        onChange={({ target }: { target: { value: string } }) =>
          setAsked((before) => before && { ...before, mails: rhythms.find(({ value }) => value === target.value)?.value ?? null })
        }
      >
        <option value="">Same as my settings</option>
        {rhythms.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Field>
      <div className="acts">
        <Button isBusy={isBusy} onClick={save}>
          {isBusy ? 'Saving...' : 'Save'} <ReturnMark />
        </Button>
        <Button variant="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
