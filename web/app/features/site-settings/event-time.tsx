import { Field } from '@newline/ui/components/field';
import { type ChangeEvent, useState } from 'react';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { useDateReader } from '../../shared/dates/use-date-reader.ts';
import styles from './page-editor.module.css';
import { instantOf, wallTimeOf } from './wall-time.ts';

type Times = { startsAt: string; endsAt: string; timeZone: string };

type Props = Times & { onChange: (part: Partial<Times>) => void };

const minuteMs = 60_000;
const usualMinutes = 60;

/** The date, time zone and length of an event. They're stored as two instants, so that a page can compare them with the clock. */
export function EventTime({ startsAt, endsAt, timeZone, onChange }: Props) {
  const reader = useDateReader();
  const [openedAtMs] = useState(() => Date.now());
  const zone = timeZone || reader.timeZone;
  const [timeZones] = useState(() => [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted());
  const [typedStart, setTypedStart] = useState(() => wallTimeOf(startsAt, zone));
  const storedMinutes = startsAt === '' ? usualMinutes : Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs);
  const [typedMinutes, setTypedMinutes] = useState(String(storedMinutes));
  // What was typed, unless the section was reset meanwhile.
  const start = instantOf(typedStart, zone) === startsAt ? typedStart : wallTimeOf(startsAt, zone);
  const minutes = Math.floor(Number(typedMinutes));
  const hasLength = minutes >= 1 && minutes <= maxMinutes;

  const change = (wallTime: string, length: number, inZone: string) => {
    const instant = instantOf(wallTime, inZone);
    onChange({
      startsAt: instant,
      endsAt: instant === '' ? '' : new Date(Date.parse(instant) + length * minuteMs).toISOString(),
      timeZone: instant === '' ? timeZone : inZone,
    });
  };
  const usedMinutes = hasLength ? minutes : storedMinutes;
  return (
    <>
      <Field
        label="Starts at"
        type="datetime-local"
        value={start}
        onChange={({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
          setTypedStart(value);
          change(value, usedMinutes, zone);
        }}
      />
      <Field
        control="select"
        label="Time zone"
        hint="Readers see the time in their own."
        value={zone}
        onChange={({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) => {
          onChange({ timeZone: value });
          if (start !== '') change(start, usedMinutes, value);
        }}
      >
        {timeZones.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </Field>
      <Field
        label="Length in minutes"
        type="number"
        min={1}
        max={maxMinutes}
        value={typedMinutes}
        error={hasLength ? null : `Enter 1 to ${maxMinutes.toLocaleString('en')} minutes.`}
        onChange={({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
          setTypedMinutes(value);
          const length = Math.floor(Number(value));
          if (length >= 1 && length <= maxMinutes) change(start, length, zone);
        }}
      />
      {endsAt !== '' && (
        <p className={styles['hint']}>
          {Date.parse(endsAt) <= openedAtMs ? 'It’s over, so the page doesn’t show it. It ended ' : 'The page shows it until '}
          <LocalDate of={endsAt} look="moment" />.
        </p>
      )}
    </>
  );
}

/** Two weeks. */
const maxMinutes = 14 * 24 * 60;
