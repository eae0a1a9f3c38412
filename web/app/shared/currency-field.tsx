import { Field } from '@newline/ui/components/field';
import type { ComponentProps } from 'react';
import { currencies, currencyWords } from './amounts.ts';

type Props = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  label?: string;
  value: string;
  error?: string | undefined;
  hint?: string;
  onChange: (currency: string) => void;
};

/** A field for selecting a currency by name. A current value that isn't in the list stays selectable. */
export function CurrencyField({ label = 'Currency', value, error, onChange, ...rest }: Props) {
  const codes = Object.keys(currencies);
  return (
    <Field {...rest} control="select" label={label} value={value} error={error} onChange={(event) => onChange(event.currentTarget.value)}>
      {(codes.includes(value) ? codes : [value, ...codes]).map((code) => (
        <option key={code} value={code}>
          {currencyWords(code)}
        </option>
      ))}
    </Field>
  );
}
