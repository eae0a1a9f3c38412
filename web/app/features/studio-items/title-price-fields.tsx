import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { IconButton } from '@newline/ui/components/icon-button';
import { X } from 'lucide';
import { useRef } from 'react';
import { currencies } from '../../shared/amounts.ts';
import { CurrencyField } from '../../shared/currency-field.tsx';
import type { Faults } from '../../shared/form/faults.ts';
import styles from './studio-items.module.css';
import { nextTitlePrice, type TitlePriceValues } from './title-price-values.ts';

type Props = { prices: readonly TitlePriceValues[]; faults: Faults; onChange: (prices: readonly TitlePriceValues[]) => void };

/** The fields for the one-time prices of a title and its advanced package in each currency. */
export function TitlePriceFields({ prices, faults, onChange }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const change = (key: number, part: Partial<TitlePriceValues>) =>
    onChange(prices.map((price) => (price.key === key ? { ...price, ...part } : price)));
  const next = nextTitlePrice(prices, Object.keys(currencies));
  const hasSeveral = prices.length > 1;
  return (
    <fieldset className={styles['prices']}>
      <legend>One-time prices</legend>
      <p className="meta">
        Leave a price empty if it isn’t sold separately.
        {hasSeveral && <span> Visitors see the prices in the currency that they selected, or else those in the first one.</span>}
      </p>
      <ol ref={list}>
        {prices.map(({ key, currency, price, advanced }, at) => (
          <li key={key}>
            <CurrencyField
              label={!hasSeveral ? 'Currency' : at === 0 ? 'Default currency' : `Currency ${at + 1}`}
              value={currency}
              error={faults[`currency ${key}`]}
              onChange={(code) => change(key, { currency: code })}
            />
            <Field
              label={hasSeveral ? `Price in ${currency}` : 'Price'}
              {...(!hasSeveral && { aside: currency })}
              inputMode="decimal"
              value={price}
              error={faults[`price ${key}`]}
              onChange={(event) => change(key, { price: event.currentTarget.value })}
            />
            <Field
              label={hasSeveral ? `Advanced package in ${currency}` : 'Advanced package'}
              {...(!hasSeveral && { aside: currency })}
              inputMode="decimal"
              value={advanced}
              error={faults[`advanced ${key}`]}
              onChange={(event) => change(key, { advanced: event.currentTarget.value })}
            />
            {hasSeveral && (
              <IconButton
                size="small"
                icon={X}
                label={`Remove the prices in ${currency}`}
                onClick={() => {
                  onChange(prices.filter((other) => other.key !== key));
                  add.current?.focus();
                }}
              />
            )}
          </li>
        ))}
      </ol>
      <Button
        ref={add}
        variant="line"
        size="small"
        disabled={next === null}
        onClick={() => {
          if (next === null) return;
          onChange([...prices, next]);
          // The new row is there after this.
          requestAnimationFrame(() => list.current?.querySelector<HTMLSelectElement>('li:last-child select')?.focus());
        }}
      >
        Add a currency
      </Button>
    </fieldset>
  );
}
