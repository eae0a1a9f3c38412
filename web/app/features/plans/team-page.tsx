import { Line } from '@newline/ui/components/line';
import { buttonClass, Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { requestDocument } from '../../shared/request-document.ts';
import { OwnedTeamView } from './owned-team-view.tsx';
import { LeaveTeamDocument, type OwnedTeam, type OwnSeat } from './team-documents.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './plans.module.css';

type Props = { viewerId: string; seat: OwnSeat | null; ownedTeams: readonly OwnedTeam[]; onChanged: () => Promise<void> };

/** The seats that the user pays for, and the one they have. */
export function TeamPage({ viewerId, seat, ownedTeams, onChanged }: Props) {
  const isElsewhere = seat !== null && !ownedTeams.some(({ id }) => id === seat.team?.id);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line number={1} variant="first">
          <div>
            <Link className="link up" to="/account">
              Your account
            </Link>
            <h1>Team</h1>
          </div>
        </Line>
      </div>
      <div className="wrap">
        <Line variant="next">
          <div>
            {seat !== null && isElsewhere && <SeatView seat={seat} onChanged={onChanged} />}
            {ownedTeams.map((team) => (
              <OwnedTeamView key={team.id} team={team} viewerId={viewerId} onChanged={onChanged} />
            ))}
            {seat === null && ownedTeams.length === 0 && (
              <EmptyState
                title="You’re not on a team"
                action={
                  site.isSellingPlans && (
                    <Link className={buttonClass({ variant: 'line' })} to="/pricing?returnTo=%2Faccount%2Fteam">
                      Get a Team Package
                    </Link>
                  )
                }
              >
                A Team Package gives {site.name} Pro to as many people as it has seats. Invitations come by email.
              </EmptyState>
            )}
          </div>
        </Line>
      </div>
    </main>
  );
}

function SeatView({ seat, onChanged }: { seat: OwnSeat; onChanged: () => Promise<void> }) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, failure, run } = useForm();
  const perform = (name: string, send: () => Promise<unknown>) =>
    run(async () => {
      await send();
      await onChanged();
    }, name);
  return (
    <section className={styles.part} aria-labelledby="seat">
      <h2 id="seat" dir="auto">
        {seat.team?.name}
      </h2>
      <p>
        <span>You have {site.name} Pro through your seat on this team</span>
        {seat.team?.owner && (
          <span>
            , paid for by <bdi>{seat.team.owner.displayName}</bdi>
          </span>
        )}
        <span>.</span>
      </p>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {isConfirming ? (
        <>
          <p className={styles.note}>You lose Pro. Your progress, notes and comments stay.</p>
          <p className="acts">
            <Button
              variant="danger"
              isBusy={busy !== null}
              onClick={() => void perform('leave', () => requestDocument(LeaveTeamDocument, {}))}
            >
              {busy ? 'Leaving...' : 'Leave now'}
            </Button>
            <Button variant="bare" onClick={() => setConfirming(false)}>
              Stay
            </Button>
          </p>
        </>
      ) : (
        <p className="acts">
          <Button variant="line" onClick={() => setConfirming(true)}>
            Leave team
          </Button>
        </p>
      )}
    </section>
  );
}
