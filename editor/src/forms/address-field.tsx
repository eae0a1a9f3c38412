import { Field } from '@newline/ui/components/field';

type Props = {
  value: string;
  /** True while the URL is what's wrong with the form. */
  isWrong: boolean;
  placeholder: string;
  hint?: string;
  onChange: (value: string) => void;
};

/** Renders the URL field of a form. */
export function AddressField({ value, isWrong, placeholder, hint, onChange }: Props) {
  return (
    <Field
      label="URL"
      type="url"
      inputMode="url"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-invalid={isWrong}
      placeholder={placeholder}
      {...(hint !== undefined && { hint })}
    />
  );
}
