import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import type { Pair } from './item-form.ts';
import styles from './studio-items.module.css';

type Props = {
  legend: string;
  /** The singular name of an entry: 'question'. */
  one: string;
  first: string;
  second: string;
  /** True when the second text may have several lines. */
  isLong?: boolean;
  pairs: readonly Pair[];
  error: string | undefined;
  onChange: (pairs: readonly Pair[]) => void;
};

/** Edits a list of pairs: questions with answers, titles with links. */
export function PairList({ legend, one, first, second, isLong = false, pairs, error, onChange }: Props) {
  const set = (at: number, change: Partial<Pair>) => onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <fieldset className={styles['group']}>
      <legend>{legend}</legend>
      {pairs.map((pair, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair is identified only by its position
        <div key={at} className={styles['pair']}>
          <Field
            label={`${first} ${at + 1}`}
            value={pair.first}
            onChange={(event: { target: { value: string } }) => set(at, { first: event.target.value })}
          />
          <Field
            {...(isLong ? { control: 'textarea' as const, rows: 3 } : {})}
            label={`${second} ${at + 1}`}
            value={pair.second}
            onChange={(event: { target: { value: string } }) => set(at, { second: event.target.value })}
          />
          <p className="acts">
            <Button variant="bare" size="small" onClick={() => onChange(pairs.filter((_, index) => index !== at))}>
              Remove {one} {at + 1}
            </Button>
          </p>
        </div>
      ))}
      <p className="acts">
        <Button variant="line" size="small" onClick={() => onChange([...pairs, { first: '', second: '' }])}>
          Add a {one}
        </Button>
      </p>
      {error !== undefined && (
        <p className={styles['fault']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
