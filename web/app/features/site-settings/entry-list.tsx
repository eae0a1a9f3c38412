import { pageSectionLimits } from '@newline/api/rules/limits/page-section';
import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp, X } from 'lucide';
import { type ReactNode, useRef } from 'react';
import styles from './page-editor.module.css';
import { changedRow, rowKey } from './row-keys.ts';
import { SiteImageField } from './site-image-field.tsx';

/** A field of an entry. */
export type EntryField = {
  readonly name: string;
  readonly label: string;
  readonly control: 'input' | 'textarea' | 'image' | 'darkImage';
  readonly hint?: string;
};

/** An entry: its fields by name. */
export type Entry = Readonly<Record<string, string>>;

type Props = {
  legend: string;
  hint: string;
  /** The name of an entry, such as 'question'. */
  one: string;
  fields: readonly EntryField[];
  most: number;
  rows: readonly Entry[];
  /** Renders an entry that isn't edited here; undefined for other entries. */
  renderRow?: (row: Entry) => ReactNode | undefined;
  onChange: (rows: readonly Entry[]) => void;
  /** More ways to add an entry. */
  children?: ReactNode;
};

/** A list of entries that can be added, edited, moved and removed. */
export function EntryList({ legend, hint, one, fields, most, rows, renderRow, onChange, children }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  // The list shows the change after this.
  const focusLater = (selector: string) => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  const change = (row: Entry, part: Entry) => onChange(rows.map((each) => (each === row ? changedRow<Entry>(row, part) : each)));
  const handleAdd = () => {
    onChange([...rows, Object.fromEntries(fields.map(({ name }) => [name, '']))]);
    focusLater('li:last-child :is(input, textarea)');
  };
  const handleMove = (at: number, to: number, direction: 'up' | 'down') => {
    const moved = rows[at];
    if (moved === undefined || to < 0 || to >= rows.length) return;
    onChange(rows.filter((row) => row !== moved).toSpliced(to, 0, moved));
    focusLater(`li:nth-child(${to + 1}) [data-move="${direction}"]`);
  };
  const handleRemove = (row: Entry) => {
    onChange(rows.filter((each) => each !== row));
    add.current?.focus();
  };
  return (
    <fieldset className={styles['entries']}>
      <legend>{legend}</legend>
      <p className={styles['hint']}>{hint}</p>
      {rows.length > 0 && (
        <ol ref={list}>
          {rows.map((row, at) => (
            <li key={rowKey(row)}>
              <div className={styles['entry']}>
                {renderRow?.(row) ??
                  fields.map(({ name, label, control, hint: fieldHint }) =>
                    control === 'image' || control === 'darkImage' ? (
                      <SiteImageField
                        key={name}
                        label={`${label} of ${one} ${at + 1}`}
                        hint={fieldHint ?? ''}
                        theme={control === 'image' ? 'light' : 'dark'}
                        value={row[name] ?? ''}
                        error={undefined}
                        onChange={(imageUrl) => change(row, { [name]: imageUrl })}
                      />
                    ) : (
                      <Field
                        key={name}
                        control={control as 'input'}
                        label={label}
                        aria-label={`${label} of ${one} ${at + 1}`}
                        {...(fieldHint !== undefined && { hint: fieldHint })}
                        {...(control === 'textarea' && { rows: 3 })}
                        maxLength={pageSectionLimits.text}
                        value={row[name] ?? ''}
                        onChange={({ currentTarget: { value } }: { currentTarget: { value: string } }) => change(row, { [name]: value })}
                      />
                    ),
                  )}
              </div>
              <span className={styles['entryActs']}>
                <IconButton
                  icon={ArrowUp}
                  size="small"
                  label={`Move ${one} ${at + 1} up`}
                  disabled={at === 0}
                  data-move="up"
                  onClick={() => handleMove(at, at - 1, 'up')}
                />
                <IconButton
                  icon={ArrowDown}
                  size="small"
                  label={`Move ${one} ${at + 1} down`}
                  disabled={at === rows.length - 1}
                  data-move="down"
                  onClick={() => handleMove(at, at + 1, 'down')}
                />
                <IconButton icon={X} size="small" label={`Remove ${one} ${at + 1}`} onClick={() => handleRemove(row)} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="acts">
        {fields.length > 0 && (
          <Button ref={add} variant="line" size="small" disabled={rows.length >= most} onClick={handleAdd}>
            Add {/^[aeiou]/.test(one) ? 'an' : 'a'} {one}
          </Button>
        )}
      </p>
      {children}
    </fieldset>
  );
}
