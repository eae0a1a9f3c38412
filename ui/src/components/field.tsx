import { CircleAlert } from 'lucide';
import { useId, type ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

type Shared = {
  label: string;
  /** A short text at the end of the label's line: 'optional', '12 of 200'. */
  aside?: string;
  /** Explains the expected input; shown below the control. */
  hint?: string;
  /** The error, which says what to do; shown below the control with an icon, and marks it as invalid. */
  error?: string | null | undefined;
};

type Props = Shared &
  (
    | ({ control?: 'input' } & ComponentProps<'input'>)
    | ({ control: 'textarea' } & ComponentProps<'textarea'>)
    | ({ control: 'select' } & ComponentProps<'select'>)
  );

/** The classes of a field's control, for inputs without a visible label. */
export const inputClass: string = styles.input ?? '';

/** A labeled control with its hint and error. */
export function Field({ label, aside, hint, error, ...props }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    className: styles.input,
    // A form that shows errors in one place marks the field itself.
    'aria-invalid': error ? true : props['aria-invalid'],
    'aria-describedby': described || props['aria-describedby'],
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {aside && <small className="num">{aside}</small>}
      </label>
      {renderControl(props, shared)}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          <Icon of={CircleAlert} />
          {error}
        </p>
      )}
    </div>
  );
}

function renderControl(props: Omit<Props, keyof Shared>, shared: object) {
  if (props.control === 'textarea') {
    const { control: _, ...rest } = props as ComponentProps<'textarea'> & { control: 'textarea' };
    return <textarea dir="auto" {...rest} {...shared} />;
  }
  if (props.control === 'select') {
    const { control: _, ...rest } = props as ComponentProps<'select'> & { control: 'select' };
    return <select {...rest} {...shared} />;
  }
  const { control: _, ...rest } = props as ComponentProps<'input'> & { control?: 'input' };
  // URLs, passwords and numbers are left-to-right.
  const isOfWords = rest.type === undefined || rest.type === 'text' || rest.type === 'search';
  return <input {...(isOfWords && { dir: 'auto' })} {...rest} {...shared} />;
}
