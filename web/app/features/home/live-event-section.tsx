import { buttonClass } from '@newline/ui/components/button';
import { Line } from '@newline/ui/components/line';
import { useEffect, useState } from 'react';
import { type DateReader, defaultReader } from '../../shared/dates/format-date.ts';
import { useDateReader } from '../../shared/dates/use-date-reader.ts';
import { Link } from '../../shared/link.tsx';
import { eventTimes } from './event-times.ts';
import styles from './home.module.css';
import type { LiveEvent } from './live-event.ts';

/**
 * The next live event, until it ends. Its times are those of the event's time zone on the server, and of the reader's in the browser. A
 * cached page is rendered again when the event ends; a page that is open then hides it.
 */
export function LiveEventSection({ number, label, title, text, startsAt, endsAt, timeZone, link, url }: LiveEvent) {
  const reader = useDateReader();
  const isOver = useIsPast(endsAt);
  if (isOver) return null;
  const shown: DateReader = reader === defaultReader ? { ...reader, timeZone } : reader;
  const { day, start, end } = eventTimes(startsAt, endsAt, shown);
  return (
    <section className="wrap" aria-labelledby="event">
      <Line number={number} variant="next">
        <div className={styles.event}>
          <p className={styles.when}>
            <span className="meta">{label}</span>
            <time dateTime={startsAt} title={shown.timeZone} suppressHydrationWarning>
              {day}
            </time>
            <span className="num" suppressHydrationWarning>
              {start} to <time dateTime={endsAt}>{end}</time>
            </span>
          </p>
          <div>
            <h2 id="event" dir="auto">
              {title}
            </h2>
            {text !== '' && (
              <p className="lead" dir="auto">
                {text}
              </p>
            )}
            {url !== null && <EventLink url={url} label={link} />}
          </div>
        </div>
      </Line>
    </section>
  );
}

function EventLink({ url, label }: { url: string; label: string }) {
  const className = buttonClass({ variant: 'line' });
  return (
    <p className={styles.acts}>
      {url.startsWith('/') ? (
        <Link className={className} to={url}>
          {label}
        </Link>
      ) : (
        <a className={className} href={url} rel="noopener">
          {label}
        </a>
      )}
    </p>
  );
}

/** The longest delay of a timer. */
const maxDelayMs = 2 ** 31 - 1;

/** True once the instant has passed, also while the page is open. False during hydration. */
function useIsPast(instant: string): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const leftMs = Date.parse(instant) - Date.now();
      setIsPast(leftMs <= 0);
      if (leftMs > 0) timer = setTimeout(check, Math.min(leftMs, maxDelayMs));
    };
    check();
    return () => clearTimeout(timer);
  }, [instant]);
  return isPast;
}
