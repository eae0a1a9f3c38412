import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { Check } from 'lucide';
import { checkoutPath } from '../../shared/checkout-path.ts';
import { Link } from '../../shared/link.tsx';
import { money } from '../../shared/money.ts';
import type { PlanFacts } from './plans-documents.ts';
import styles from './pricing.module.css';

type Props = { plan: PlanFacts; currency: string; isHighlighted: boolean; isOnlyTeam: boolean; returnTo: string | null };

const defaultWords = {
  PRO: 'Every article, book and course that isn’t sold separately, and every new one while you’re subscribed.',
  TEAM: 'One invoice, reassignable seats, and everyone keeps their own progress.',
} as const;

/** A plan with its prices in a currency, and a link to subscribe. */
export function PlanCard({ plan, currency, isHighlighted, isOnlyTeam, returnTo }: Props) {
  const { name, kind, description, features, trialDays, minSeats } = plan;
  const find = (interval: 'MONTH' | 'YEAR') =>
    plan.plans.nodes.find((price) => price.billingInterval === interval && price.currency === currency);
  const monthly = find('MONTH');
  const yearly = find('YEAR');
  const first = monthly ?? yearly;
  if (first === undefined) return null;
  const isTeam = kind === 'TEAM';
  const every = first === monthly ? 'a month' : 'a year';
  const other = monthly && yearly ? `, or ${money(yearly.amountCents, currency)} a year` : '';
  const subscribe = isTeam ? (isOnlyTeam ? 'Get a Team Package' : `Get ${name}`) : `Subscribe to ${name}`;
  return (
    <div className={isHighlighted ? `${styles.plan} ${styles.pro}` : styles.plan}>
      <h2 dir="auto">{name}</h2>
      <p className={`${styles.amount} num`}>
        {money(first.amountCents, currency)} <small>{`${isTeam ? 'a seat, ' : ''}${every}${other}`}</small>
      </p>
      <p dir="auto">{`${isTeam && minSeats > 1 ? `From ${minSeats} seats. ` : ''}${description ?? defaultWords[kind]}`}</p>
      {features.length > 0 && (
        <ul className={styles.features}>
          {features.map((feature) => (
            <li key={feature} dir="auto">
              <Icon of={Check} /> {feature}
            </li>
          ))}
        </ul>
      )}
      {trialDays > 0 && <p>{`The first ${trialDays === 1 ? 'day is' : `${trialDays} days are`} free.`}</p>}
      <Link className={buttonClass({ variant: isHighlighted ? 'ink' : 'line' })} to={checkoutPath({ plan: first.slug }, returnTo)}>
        {subscribe}
      </Link>
      {monthly && yearly && (
        <Link
          className="link"
          to={checkoutPath({ plan: yearly.slug }, returnTo)}
          aria-label={isHighlighted ? undefined : `Subscribe for a year to ${name}`}
        >
          Subscribe for a year
        </Link>
      )}
    </div>
  );
}
