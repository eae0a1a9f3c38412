import { Link } from '../../shared/link.tsx';
import { type SalesPeriod, salesPeriods } from './sales-period.ts';
import styles from './sales.module.css';

/** Links to the periods of a sales page; `rest` contains the other URL parameters. */
export function SalesPeriodLinks({ path, period, rest }: { path: string; period: SalesPeriod; rest?: Readonly<Record<string, string>> }) {
  return (
    <nav className={styles.periods} aria-label="Period">
      {salesPeriods.map(({ name, label }) => (
        <Link
          key={name}
          to={`${path}?${new URLSearchParams({ period: name, ...rest })}`}
          preventScrollReset
          aria-current={name === period.name ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
