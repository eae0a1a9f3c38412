import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState } from 'react';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { CreateGiftLinkDocument, type OwnGift, ResendGiftDocument } from './gift-documents.ts';
import styles from './payments.module.css';

type Props = { gifts: readonly OwnGift[]; onChanged: () => Promise<void> };

/** The titles that the user gave to others, newest first: their state, and the link of each until it's redeemed. */
export function GiftList({ gifts, onChanged }: Props) {
  return (
    <div className={styles.payments}>
      <h3>Gifts</h3>
      <ul className={`${styles.rows} num`} aria-label="Gifts">
        {gifts.map((gift) => (
          <GiftRow key={gift.id} gift={gift} onChanged={onChanged} />
        ))}
      </ul>
    </div>
  );
}

function GiftRow({ gift, onChanged }: { gift: OwnGift; onChanged: () => Promise<void> }) {
  const { busy, failure, run } = useForm();
  const [link, setLink] = useState<string | null>(null);
  const { id, course, book, isAdvanced, recipientEmail, recipientName, redeemedAt, withdrawnAt } = gift;
  const item = course ?? book;
  const name = item?.title ?? 'A deleted title';
  const isOpen = redeemedAt === null && withdrawnAt === null;
  const copy = () =>
    void run(async () => {
      const { createGiftLink } = await requestDocument(CreateGiftLinkDocument, { giftId: id });
      if (!createGiftLink) return;
      setLink(createGiftLink.url);
      await navigator.clipboard?.writeText(createGiftLink.url).then(
        () => void showToast('Link copied.'),
        () => undefined,
      );
    }, 'link');
  const send = (email: string) =>
    void run(async () => {
      await requestDocument(ResendGiftDocument, { giftId: id, email });
      setLink(null);
      await onChanged();
      void showToast('Gift sent again.');
    }, 'send');
  return (
    <li>
      <span>
        <span>
          {item ? (
            <Link className="link" to={item.permalink} dir="auto">
              {name}
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
          {isAdvanced && <span>, advanced package</span>}
        </span>
        <span className="meta">
          <span>for </span>
          <bdi>{recipientName ?? recipientEmail ?? 'someone'}</bdi>
          <span>, </span>
          <GiftState gift={gift} />
        </span>
      </span>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {isOpen && (
        <span className={styles.receipts}>
          <Button variant="line" size="small" isBusy={busy === 'link'} aria-label={`Copy link to ${name}`} onClick={copy}>
            Copy link
          </Button>
          <details className={styles.resend}>
            <summary aria-label={`Send again: ${name}`}>Send again</summary>
            <form
              method="post"
              aria-label={`Send ${name} again`}
              onSubmit={(event) => {
                event.preventDefault();
                send(formText(new FormData(event.currentTarget), 'email'));
              }}
            >
              <Field
                label="Email address"
                name="email"
                type="email"
                required
                autoComplete="off"
                defaultValue={recipientEmail ?? ''}
                hint="With another address, links that you sent or copied before stop working."
              />
              <Button type="submit" variant="line" size="small" isBusy={busy === 'send'}>
                {busy === 'send' ? 'Sending...' : 'Send gift'}
              </Button>
            </form>
          </details>
        </span>
      )}
      {isOpen && link !== null && (
        <span className={styles.receipts}>
          <input
            className={styles.link}
            readOnly
            dir="ltr"
            value={link}
            aria-label={`Link to ${name}`}
            onFocus={(event) => event.currentTarget.select()}
          />
        </span>
      )}
    </li>
  );
}

function GiftState({ gift: { redeemedAt, withdrawnAt, sentAt, paidAt } }: { gift: OwnGift }) {
  if (withdrawnAt !== null) return <span>refunded, and no longer valid</span>;
  const [label, at] = redeemedAt !== null ? ['redeemed on ', redeemedAt] : sentAt !== null ? ['sent on ', sentAt] : ['bought on ', paidAt];
  return (
    <span>
      {label}
      {at !== null && <LocalDate of={at} look="longDay" />}
    </span>
  );
}
