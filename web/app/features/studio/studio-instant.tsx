import { LocalDate } from '../../shared/dates/local-date.tsx';

/** An instant, to the minute. */
export function Instant({ of }: { of: string | number }) {
  return <LocalDate of={of} look="moment" />;
}
