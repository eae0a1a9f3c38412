import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { Field, inputClass } from '@newline/ui/components/field';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { ListPage } from './list-page.tsx';
import {
  EndSubscriptionDocument,
  GiveSubscriptionDocument,
  type PlanChoice,
  type SubscriptionRow,
  type SubscriptionStatus,
} from './subscription-documents.ts';
import { type RunAction, useActions } from './use-actions.ts';

const statusLabels: Readonly<Record<SubscriptionStatus, string>> = {
  TRIALING: 'On trial',
  ACTIVE: 'Active',
  PAST_DUE: 'Payment failed',
  ENDED: 'Ended',
};

type Props = {
  subscriptions: readonly SubscriptionRow[];
  plans: readonly PlanChoice[];
  last: string | null;
  person: string | null;
  planId: string | null;
  status: SubscriptionStatus | null;
};

/** The page for finding subscriptions, and for granting and ending free ones. */
export function SubscriptionsPage({ subscriptions, plans, last, person, planId, status }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <ListPage
      title="Subscriptions"
      lead="Granted subscriptions are free and end automatically. Cancel Stripe payments in Stripe."
      failure={failure}
      above={plans.length > 0 && <GiveForm plans={plans} person={person} isBusy={busy === 'give'} perform={perform} />}
      label="Subscriptions"
      applied={[person, planId, status]}
      filters={
        <>
          <label>
            Username
            <input dir="auto" className={inputClass} type="search" name="person" defaultValue={person ?? ''} />
          </label>
          <label>
            Plan
            <select className={inputClass} name="plan" defaultValue={planId ?? ''}>
              <option value="">All</option>
              {plans.map((plan) => (
                <option key={plan.id} value={plan.id}>
                  {planWords(plan)}
                </option>
              ))}
            </select>
          </label>
          <label>
            Status
            <select className={inputClass} name="status" defaultValue={status ?? ''}>
              <option value="">All</option>
              {Object.entries(statusLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        </>
      }
      rows={subscriptions.map((row) => {
        const name = row.user?.displayName ?? 'Someone';
        return (
          <li key={row.id}>
            <p className={styles['head']}>
              {row.user && (
                <Link className="link" to={`/admin/people/${row.user.id}`}>
                  <b dir="auto">{name}</b>
                </Link>
              )}
              <span>{row.plan === null ? 'A plan' : planWords(row.plan)}</span>
              <Badge look={row.status === 'ACTIVE' ? 'quiet' : 'line'}>{statusLabels[row.status]}</Badge>
            </p>
            <p className={styles['facts']}>
              {row.seats > 1 && <span className="num">{row.seats} seats</span>}
              <span>{row.provider === 'stripe' ? 'paid with Stripe' : 'free of charge'}</span>
              <span>
                since <Instant of={row.createdAt} />
              </span>
              <span>
                {row.endedAt !== null ? 'ended ' : row.cancelsAtPeriodEnd || row.provider !== 'stripe' ? 'until ' : 'renews '}
                <Instant of={row.endedAt ?? row.periodEndsAt} />
              </span>
            </p>
            {row.status !== 'ENDED' && row.provider !== 'stripe' && (
              <div className={styles['acts']}>
                <ConfirmButton
                  action="End subscription"
                  object={`of ${name}`}
                  consequence={`Access ends immediately${row.seats > 1 ? ' for everyone with a seat' : ''}. You can grant a new one.`}
                  isBusy={busy === row.id}
                  onConfirm={() => perform(row.id, () => requestDocument(EndSubscriptionDocument, { id: row.id }), 'Ended.')}
                />
              </div>
            )}
          </li>
        );
      })}
      none="No matching subscriptions."
      empty={{ title: 'No subscriptions yet', text: 'Subscriptions to your plans will appear here.' }}
      last={last}
    />
  );
}

function planWords({ name, billingInterval }: PlanChoice): string {
  const interval = billingInterval === 'MONTH' ? 'monthly' : 'yearly';
  return name.toLowerCase().includes(interval) ? name : `${name}, ${interval}`;
}

function GiveForm({
  plans,
  person,
  isBusy,
  perform,
}: {
  plans: readonly PlanChoice[];
  person: string | null;
  isBusy: boolean;
  perform: RunAction;
}) {
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label="Grant a subscription"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const values = new FormData(form);
        const day = formText(values, 'until');
        const variables = {
          username: formText(values, 'username'),
          planId: formText(values, 'plan'),
          endsAt: day === '' ? null : `${day}T23:59:59Z`,
        };
        void perform('give', () => requestDocument(GiveSubscriptionDocument, variables), 'Granted.').then((isDone) => {
          if (isDone) form.reset();
        });
      }}
    >
      <div className={styles['pair']}>
        <Field label="Username" name="username" defaultValue={person ?? ''} required autoComplete="off" />
        <Field control="select" label="Plan" name="plan">
          {plans.map((plan) => (
            <option key={plan.id} value={plan.id}>
              {planWords(plan)}
            </option>
          ))}
        </Field>
        <Field label="Until" aside="optional" name="until" type="date" hint="Leave empty for one month or year, depending on the plan." />
      </div>
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Granting…' : 'Grant'}
        </Button>
      </div>
    </form>
  );
}
