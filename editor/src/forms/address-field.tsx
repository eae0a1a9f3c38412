import { Field } from '@newline/ui/components/field';

type Props = {
  value: string;
  /** True while what is wrong with the form is the address. */
  isWrong: boolean;
  placeholder: string;
  hint?: string;
  onChange: (value: string) => void;
};

/** The address that a form asks for. */
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
