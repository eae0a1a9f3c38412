import { Link } from '../../shared/link.tsx';
import styles from './admin.module.css';
import type { SignUps } from './people-documents.ts';
import { SetupChecklist } from './setup-checklist.tsx';
import type { CheckoutMode, SetupState } from './setup-documents.ts';
import { SignUpChart } from './sign-up-chart.tsx';

type Counts = Record<
  'peopleCount' | 'staffCount' | 'suspendedCount' | 'reportedCount' | 'hiddenReviewsCount' | 'subscriptionsCount' | 'addressesCount',
  number
>;

const metrics: readonly (readonly [keyof Counts, string, string])[] = [
  ['peopleCount', 'People', '/admin/people'],
  ['staffCount', 'Administrators', '/admin/people?filter=STAFF'],
  ['suspendedCount', 'Suspended', '/admin/people?filter=SUSPENDED'],
  ['reportedCount', 'Reported comments', '/admin/comments'],
  ['hiddenReviewsCount', 'Hidden reviews', '/admin/reviews?shown=no'],
  ['subscriptionsCount', 'Subscriptions', '/admin/subscriptions'],
  ['addressesCount', 'Newsletter', '/admin/newsletter?state=CONFIRMED'],
];

type Props = {
  counts: Counts;
  days: readonly SignUps[];
  weeks: readonly SignUps[];
  setup: SetupState;
  mode: CheckoutMode;
};

/** The overview page: the checklist for a new site, totals, waiting tasks and sign-ups. */
export function OverviewPage({ counts, days, weeks, setup, mode }: Props) {
  return (
    <>
      <h1>Overview</h1>
      <SetupChecklist state={setup} mode={mode} />
      <p className={`lead ${styles['lead']}`}>Totals, and what needs your attention.</p>
      <dl className={styles['figures']}>
        {metrics.map(([key, label, path]) => (
          <div key={key}>
            <dt>
              <Link className="link" to={path}>
                {label}
              </Link>
            </dt>
            <dd>{counts[key].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <SignUpChart title="Sign-ups in the last 30 days" unit="day" rows={days} />
      <SignUpChart title="Sign-ups in the last 26 weeks" unit="week" rows={weeks} />
    </>
  );
}
