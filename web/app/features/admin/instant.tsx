import { LocalDate } from '../../shared/dates/local-date.tsx';

/** An instant, to the minute. */
export function Instant({ of }: { of: string }) {
  return <LocalDate className="num" of={of} look="moment" />;
}
