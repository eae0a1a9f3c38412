import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import styles from './site-settings.module.css';

type Props = {
  label: string;
  value: string;
  /** The default color. */
  standard: string;
  error: string | undefined;
  /** The nearest readable color, if the chosen one isn't readable. */
  nearest: string | undefined;
  onChange: (color: string) => void;
};

/** A field for picking or typing a color. If text would be hard to read, it suggests the nearest readable color. */
export function ColorField({ label, value, standard, error, nearest, onChange }: Props) {
  return (
    <div className={styles['color']}>
      <input
        type="color"
        className={styles['swatch']}
        aria-label={`Pick a color: ${label}`}
        value={/^#[0-9a-f]{6}$/.test(value) ? value : standard}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div>
        <Field
          label={label}
          aside={value === '' ? 'default' : ''}
          placeholder={standard}
          value={value}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
        />
        {(nearest !== undefined || value !== '') && (
          <p className={`acts ${styles['colorActs']}`}>
            {nearest !== undefined && (
              <Button variant="line" size="small" onClick={() => onChange(nearest)}>
                Use {nearest}
              </Button>
            )}
            {value !== '' && (
              <Button variant="bare" size="small" aria-label={`Use the default for ${label}`} onClick={() => onChange('')}>
                Use the default
              </Button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
