import styles from './duo.module.css';

type Props<TValue extends string> = {
  /** The accessible name of the choice. */
  label: string;
  choices: readonly { value: TValue; label: string }[];
  value: TValue;
  onChange: (value: TValue) => void;
};

/** Two (or three) toggle buttons next to each other, one of them pressed. */
export function Duo<TValue extends string>({ label, choices, value, onChange }: Props<TValue>) {
  return (
    <div className={styles.duo} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles.choice}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
