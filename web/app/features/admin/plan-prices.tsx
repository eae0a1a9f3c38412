import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { IconButton } from '@newline/ui/components/icon-button';
import { X } from 'lucide';
import { useRef } from 'react';
import { currencies } from '../../shared/amounts.ts';
import { CurrencyField } from '../../shared/currency-field.tsx';
import type { Faults } from '../../shared/form/faults.ts';
import styles from './admin.module.css';
import { nextPrice, type PriceValues } from './plan-values.ts';

const most = 10;

type Props = {
  prices: readonly PriceValues[];
  isTeam: boolean;
  hasSubscribers: boolean;
  faults: Faults;
  onChange: (prices: readonly PriceValues[]) => void;
};

/** The fields for a plan's monthly and yearly prices in each currency. */
export function PlanPrices({ prices, isTeam, hasSubscribers, faults, onChange }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const change = (key: number, part: Partial<PriceValues>) =>
    onChange(prices.map((price) => (price.key === key ? { ...price, ...part } : price)));
  const seat = isTeam ? ' of a seat' : '';
  return (
    <fieldset className={styles['prices']}>
      <legend>Prices</legend>
      <p className={styles['hint']}>
        {hasSubscribers ? 'Existing subscribers keep their current price. ' : ''}Leave a price empty if you don’t offer it.
      </p>
      <ol ref={list}>
        {prices.map(({ key, currency, monthly, yearly }, at) => (
          <li key={key}>
            <CurrencyField
              label={prices.length > 1 ? `Currency ${at + 1}` : 'Currency'}
              value={currency}
              onChange={(code) => change(key, { currency: code })}
            />
            <Field
              label={`Price${seat} a month`}
              aside={currency}
              inputMode="decimal"
              value={monthly}
              error={faults[`monthly ${key}`]}
              onChange={(event) => change(key, { monthly: event.currentTarget.value })}
            />
            <Field
              label={`Price${seat} a year`}
              aside={currency}
              inputMode="decimal"
              value={yearly}
              error={faults[`yearly ${key}`]}
              onChange={(event) => change(key, { yearly: event.currentTarget.value })}
            />
            {prices.length > 1 && (
              <IconButton
                size="small"
                icon={X}
                label={`Remove the prices in ${currency}`}
                onClick={() => {
                  onChange(prices.filter((price) => price.key !== key));
                  add.current?.focus();
                }}
              />
            )}
          </li>
        ))}
      </ol>
      {faults['prices'] !== undefined && <ErrorNote>{faults['prices']}</ErrorNote>}
      <Button
        ref={add}
        variant="line"
        size="small"
        disabled={prices.length >= most}
        onClick={() => {
          onChange([...prices, nextPrice(prices, Object.keys(currencies))]);
          // The new row is there after this.
          requestAnimationFrame(() => list.current?.querySelector<HTMLSelectElement>('li:last-child select')?.focus());
        }}
      >
        Add a currency
      </Button>
    </fieldset>
  );
}
