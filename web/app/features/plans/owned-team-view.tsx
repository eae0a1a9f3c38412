import { planLimits } from '@newline/api/rules/limits/plan';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { useState, type FormEvent } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { InviteDocument, type OwnedTeam, RemoveMemberDocument, RenameTeamDocument, WithdrawDocument } from './team-documents.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './plans.module.css';

type Props = { team: OwnedTeam; viewerId: string; onChanged: () => Promise<void> };

/** A team as its owner sees it: its seats, members, invitations and available seats. */
export function OwnedTeamView({ team, viewerId, onChanged }: Props) {
  const [text, setText] = useState('');
  const [sentTo, setSentTo] = useState<number | null>(null);
  const { busy, failure, run, refuse } = useForm();
  const perform = (name: string, send: () => Promise<unknown>) =>
    run(async () => {
      await send();
      await onChanged();
    }, name);
  const open = team.invitations.nodes.filter(({ status }) => status === 'OPEN');
  const expired = team.invitations.nodes.filter(({ email, status }) => status === 'EXPIRED' && !open.some((one) => one.email === email));
  const free = team.seats - team.members.nodes.length - open.length;
  const hasEnded = team.subscription?.status === 'ENDED';

  const invite = async (emails: readonly string[]) => {
    setSentTo(null);
    const isSent = await perform('invite', () => requestDocument(InviteDocument, { emails: [...emails], teamId: team.id }));
    if (isSent) setSentTo(emails.length);
    return isSent;
  };
  const handleInvite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const emails = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
    if (emails.length === 0) return refuse({ form: 'Enter an email address to invite.' });
    if (await invite(emails)) setText('');
  };
  const handleName = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('name');
    void perform('name', () => requestDocument(RenameTeamDocument, { id: team.id, name: typeof name === 'string' ? name : '' }));
  };
  return (
    <>
      <section className={styles.part} aria-labelledby={`team-${team.id}`}>
        <h2 id={`team-${team.id}`} dir="auto">
          {team.name}
        </h2>
        <p className="num">
          {hasEnded
            ? 'The subscription has ended, and so has Pro. Everyone keeps their progress.'
            : `${team.seats} seats: ${team.members.nodes.length} taken, ${open.length} invited, ${Math.max(free, 0)} free.`}
        </p>
        {failure && <ErrorNote>{failure}</ErrorNote>}
        {sentTo !== null && <DoneNote>{sentTo === 1 ? 'Invitation sent.' : `${sentTo} invitations sent.`}</DoneNote>}
        <ul className={styles.rows} aria-label="Members">
          {team.members.nodes.map(({ id, user, createdAt }) => (
            <li key={id}>
              <span>
                <bdi>{user?.displayName}</bdi>
                {user?.id === viewerId && <span>, you</span>}{' '}
                <span className="meta">
                  since <LocalDate of={createdAt} look="longDay" />
                </span>
              </span>
              <ConfirmButton
                variant="bare"
                action="Remove from team"
                object={`of ${user?.displayName ?? 'a deleted user'}`}
                consequence="They lose Pro. You can invite them again."
                isBusy={busy === id}
                onConfirm={() => perform(id, () => requestDocument(RemoveMemberDocument, { id }))}
              />
            </li>
          ))}
          {open.map(({ id, email, expiresAt }) => (
            <li key={id}>
              <span>
                {email}{' '}
                <span className="meta">
                  invited, valid until <LocalDate of={expiresAt} look="longDay" />
                </span>
              </span>
              <span className="acts">
                <Button
                  variant="bare"
                  size="small"
                  isBusy={busy === 'invite'}
                  aria-label={`Resend to ${email}`}
                  onClick={() => void invite([email])}
                >
                  Resend
                </Button>
                <ConfirmButton
                  variant="bare"
                  action="Withdraw"
                  object={`the invitation to ${email}`}
                  consequence="The link stops working. You can invite them again."
                  isBusy={busy === id}
                  onConfirm={() => perform(id, () => requestDocument(WithdrawDocument, { id }))}
                />
              </span>
            </li>
          ))}
          {expired.map(({ id, email }) => (
            <li key={id}>
              <span>
                {email} <span className="meta">the invitation has expired</span>
              </span>
              <Button
                variant="bare"
                size="small"
                isBusy={busy === 'invite'}
                aria-label={`Invite again: ${email}`}
                onClick={() => void invite([email])}
              >
                Invite again
              </Button>
            </li>
          ))}
        </ul>
      </section>
      {!hasEnded && (
        <section className={styles.part} aria-label="Invite">
          <form className={styles.form} method="post" onSubmit={(event) => void handleInvite(event)} noValidate aria-label="Invite">
            <Field
              label="Invite"
              control="textarea"
              rows={2}
              name="emails"
              hint="Email addresses separated by spaces or commas. Each invitation is valid for 14 days."
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" isBusy={busy === 'invite'}>
              {busy === 'invite' ? 'Sending...' : 'Send invitations'} <ReturnMark />
            </Button>
          </form>
        </section>
      )}
      <section className={styles.part} aria-label="Team name">
        <form className={styles.form} method="post" onSubmit={handleName} aria-label="Team name">
          <div className={styles.wide}>
            <Field label="Team name" name="name" maxLength={planLimits.teamName} required defaultValue={team.name} />
          </div>
          <Button type="submit" variant="line" isBusy={busy === 'name'}>
            {busy === 'name' ? 'Saving...' : 'Save name'}
          </Button>
        </form>
      </section>
    </>
  );
}
