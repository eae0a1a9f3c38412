import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Link } from '../../shared/link.tsx';
import { site } from '@newline/api/rules/site/site';
import { requestDocument } from '../../shared/request-document.ts';
import { money } from '../../shared/money.ts';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import {
  CancelSubscriptionDocument,
  OpenPortalDocument,
  type OwnPlan,
  type OwnSubscription,
  ResumeSubscriptionDocument,
} from './plans-documents.ts';
import { leaveFor } from '../../shared/form/leave-for.ts';
import { GiftList } from './gift-list.tsx';
import { PaymentList } from './payment-list.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './plans.module.css';

type Props = { plan: OwnPlan; onChanged: () => Promise<void> };

/** The user's subscription with its actions, their seat, and their purchases. */
export function PlanSection({ plan, onChanged }: Props) {
  const running = plan.subscriptions.nodes.filter(({ status }) => status !== 'ENDED');
  const purchases = plan.purchases.nodes;
  const hasTeam = plan.seat !== null || plan.ownedTeams.nodes.length > 0;
  return (
    <div className={styles.parts}>
      {running.map((subscription) => (
        <Subscription key={subscription.id} subscription={subscription} onChanged={onChanged} />
      ))}
      {running.length === 0 && (
        <div className={styles.part}>
          <p>
            {plan.seat?.team ? (
              <span>
                You have {site.name} Pro through your seat in <bdi>{plan.seat.team.name}</bdi>.
              </span>
            ) : (
              <span>{plan.isPro ? `You have ${site.name} Pro.` : 'You have access to free content and everything you bought.'}</span>
            )}
          </p>
          {!plan.isPro && site.isSellingPlans && (
            <p className="acts">
              <Link className={buttonClass({ variant: 'line' })} to="/pricing?returnTo=%2Faccount">
                See what {site.name} Pro includes
              </Link>
            </p>
          )}
          {plan.isPro && site.communityUrl && <CommunityLink />}
        </div>
      )}
      {running.length > 0 && plan.isPro && site.communityUrl && <CommunityLink />}
      {hasTeam && (
        <p className="acts">
          <Link className={buttonClass({ variant: 'line' })} to="/account/team">
            Your team
          </Link>
        </p>
      )}
      {purchases.length > 0 && (
        <div className={styles.part}>
          <h3>Purchases</h3>
          <ul className={`${styles.rows} num`}>
            {purchases.map(({ id, course, book, isAdvanced, createdAt, refundedAt, giftId }) => {
              const item = course ?? book;
              return (
                <li key={id}>
                  <span>
                    {item ? (
                      <Link className="link" to={item.permalink} dir="auto">
                        {item.title}
                      </Link>
                    ) : (
                      <span>A deleted title</span>
                    )}
                    {isAdvanced && <span>, advanced package</span>}
                  </span>
                  <span className="meta">
                    {giftId !== null && <span>a gift, </span>}
                    <LocalDate of={createdAt} look="longDay" />
                    {refundedAt && <span>, refunded</span>}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {plan.gifts.nodes.length > 0 && <GiftList gifts={plan.gifts.nodes} onChanged={onChanged} />}
      {plan.payments.nodes.length > 0 && <PaymentList payments={plan.payments.nodes} />}
    </div>
  );
}

function CommunityLink() {
  return (
    <p className="acts">
      <a className="link" href={site.communityUrl ?? ''} rel="noopener noreferrer">
        Community chat
      </a>
    </p>
  );
}

function Subscription({ subscription, onChanged }: { subscription: OwnSubscription; onChanged: () => Promise<void> }) {
  const { busy, failure, run } = useForm();
  const perform = (name: string, send: () => Promise<unknown>) =>
    run(async () => {
      await send();
      await onChanged();
    }, name);
  const { id, plan, seats, status, provider, cancelsAtPeriodEnd, periodEndsAt } = subscription;
  const every = plan?.billingInterval === 'YEAR' ? 'a year' : 'a month';
  const portal = () =>
    void perform('portal', async () => {
      const { openBillingPortal } = await requestDocument(OpenPortalDocument, {});
      if (openBillingPortal) await leaveFor(openBillingPortal.url);
    });
  return (
    <div className={styles.part} role="group" aria-label={plan?.name ?? 'Subscription'}>
      <h3>{plan?.name}</h3>
      <p className="num">
        {plan && <span>{`${money(plan.amountCents * seats, plan.currency)} ${every}${seats > 1 ? ` for ${seats} seats` : ''}. `}</span>}
        <span>
          <span>{cancelsAtPeriodEnd ? 'Canceled. You have access until ' : 'Renews on '}</span>
          <LocalDate of={periodEndsAt} look="longDay" />
          <span>{cancelsAtPeriodEnd ? ' and won’t be charged again.' : '.'}</span>
        </span>
      </p>
      {status === 'PAST_DUE' && <ErrorNote>The last payment failed. Update your card within seven days to keep your access.</ErrorNote>}
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        {cancelsAtPeriodEnd ? (
          <Button
            variant="line"
            isBusy={busy === 'resume'}
            onClick={() => void perform('resume', () => requestDocument(ResumeSubscriptionDocument, { id }))}
          >
            {busy === 'resume' ? 'Resuming...' : 'Resume'}
          </Button>
        ) : (
          <Button
            variant="line"
            isBusy={busy === 'cancel'}
            onClick={() => void perform('cancel', () => requestDocument(CancelSubscriptionDocument, { id }))}
          >
            {busy === 'cancel' ? 'Canceling...' : 'Cancel subscription'}
          </Button>
        )}
        {provider === 'stripe' && (
          <Button variant="bare" isBusy={busy === 'portal'} onClick={portal}>
            Payment method and invoices
          </Button>
        )}
      </p>
    </div>
  );
}
