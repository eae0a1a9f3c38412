import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Icon } from '@newline/ui/components/icon';
import { inputClass } from '@newline/ui/components/field';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { ArrowUp, X } from 'lucide';
import { useRef } from 'react';
import type { PairRow } from './site-settings-values.ts';
import styles from './site-settings.module.css';

type Column = { readonly label: string; readonly most: number; readonly placeholder: string };

type Props = {
  legend: string;
  hint: string;
  columns: readonly [Column, Column];
  /** The name of a row, such as 'link'. */
  row: string;
  most: number;
  rows: readonly PairRow[];
  error: string | undefined;
  onChange: (rows: readonly PairRow[]) => void;
};

/** A list of rows with two texts, which can be added, edited, moved and removed. */
export function PairRows({ legend, hint, columns, row, most, rows, error, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const change = (key: number, part: Partial<PairRow>) => onChange(rows.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const handleAdd = () => {
    onChange([...rows, { key: rows.reduce((most, { key }) => Math.max(most, key), -1) + 1, first: '', second: '' }]);
    // The new row is there after this.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
  };
  const handleUp = (at: number) => {
    const [before, moved] = [rows[at - 1], rows[at]];
    if (before && moved) onChange([...rows.slice(0, at - 1), moved, before, ...rows.slice(at + 1)]);
  };
  const handleRemove = (key: number) => {
    onChange(rows.filter((each) => each.key !== key));
    add.current?.focus();
  };
  return (
    <fieldset className={styles['pairs']}>
      <legend>{legend}</legend>
      <p className={styles['hint']}>{hint}</p>
      {rows.length > 0 && (
        <ol ref={list}>
          {rows.map(({ key, first, second }, at) => (
            <li key={key}>
              {columns.map((column, index) => (
                <input
                  key={column.label}
                  className={inputClass}
                  dir="auto"
                  aria-label={`${column.label} of ${row} ${at + 1}`}
                  placeholder={column.placeholder}
                  maxLength={column.most}
                  value={index === 0 ? first : second}
                  onChange={({ currentTarget: { value } }) => change(key, index === 0 ? { first: value } : { second: value })}
                />
              ))}
              <span className={styles['rowActs']}>
                <button
                  type="button"
                  className={iconButtonClass('small')}
                  disabled={at === 0}
                  aria-label={`Move ${row} ${at + 1} up`}
                  onClick={() => handleUp(at)}
                >
                  <Icon of={ArrowUp} />
                </button>
                <button
                  type="button"
                  className={iconButtonClass('small')}
                  aria-label={`Remove ${row} ${at + 1}`}
                  onClick={() => handleRemove(key)}
                >
                  <Icon of={X} />
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <Button ref={add} variant="line" size="small" disabled={rows.length >= most} onClick={handleAdd}>
        Add a {row}
      </Button>
      {error !== undefined && <ErrorNote>{error}</ErrorNote>}
    </fieldset>
  );
}
