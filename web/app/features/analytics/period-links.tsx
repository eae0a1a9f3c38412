import { Link } from '../../shared/link.tsx';
import { type Period, periods } from './period.ts';
import styles from './analytics.module.css';

/** The periods as links; `rest` is what else stands in the address. */
export function PeriodLinks({ path, period, rest }: { path: string; period: Period; rest?: Readonly<Record<string, string>> | undefined }) {
  return (
    <nav className={styles.periods} aria-label="Period">
      {periods.map(({ name, label }) => (
        <Link
          key={name}
          to={`${path}?${new URLSearchParams({ days: name, ...rest })}`}
          preventScrollReset
          aria-current={name === period.name ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
