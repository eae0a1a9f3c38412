import { readAmount, writeAmount } from '../../shared/amounts.ts';
import type { Faults } from '../../shared/form/faults.ts';
import type { PlanPriceRow, PlanRow } from './plan-documents.ts';

/** The prices in one currency, as typed; its key stays while it is edited. */
export type PriceValues = { readonly key: number; readonly currency: string; readonly monthly: string; readonly yearly: string };

/** A plan as form values. */
export type PlanValues = {
  readonly name: string;
  readonly kind: 'PRO' | 'TEAM';
  readonly description: string;
  readonly features: string;
  readonly trialDays: string;
  readonly minSeats: string;
  readonly maxSeats: string;
  readonly isHighlighted: boolean;
  readonly prices: readonly PriceValues[];
};

const noPrice = { monthly: '', yearly: '' };

/** Returns a stored plan as form values; null for a new plan. For a retired plan, includes the last prices. */
export function planValuesOf(plan: PlanRow | null): PlanValues {
  if (plan === null)
    return {
      name: '',
      kind: 'PRO',
      description: '',
      features: '',
      trialDays: '0',
      minSeats: '2',
      maxSeats: '100',
      isHighlighted: false,
      prices: [{ key: 0, currency: 'USD', ...noPrice }],
    };
  const { name, kind, isHighlighted } = plan;
  return {
    name,
    kind,
    isHighlighted,
    description: plan.description ?? '',
    features: plan.features.join('\n'),
    trialDays: String(plan.trialDays),
    minSeats: String(plan.minSeats),
    maxSeats: String(plan.maxSeats),
    prices: priceValuesOf(plan),
  };
}

function priceValuesOf(plan: PlanRow): PriceValues[] {
  const stored = plan.plans.nodes.filter(({ isOffered }) => isOffered || !plan.isOffered);
  const write = (currency: string, interval: PlanPriceRow['billingInterval']) => {
    const price = stored.findLast((one) => one.currency === currency && one.billingInterval === interval);
    return price === undefined ? '' : writeAmount(price.amountCents, currency);
  };
  return [...new Set(stored.map(({ currency }) => currency))].map((currency, key) => ({
    key,
    currency,
    monthly: write(currency, 'MONTH'),
    yearly: write(currency, 'YEAR'),
  }));
}

/** Returns another row of prices, in the first currency that isn't used yet. */
export function nextPrice(prices: readonly PriceValues[], codes: readonly string[]): PriceValues {
  const currency = codes.find((code) => !prices.some((price) => price.currency === code)) ?? 'USD';
  return { key: prices.reduce((most, { key }) => Math.max(most, key), -1) + 1, currency, ...noPrice };
}

type Price = { billingInterval: 'MONTH' | 'YEAR'; amountCents: number; currency: string };

/** Returns the prices for the API, and errors by field, such as 'monthly 0'. */
export function readPrices(prices: readonly PriceValues[]): { readonly prices: Price[]; readonly faults: Faults } {
  const faults: Record<string, string> = {};
  const read: Price[] = [];
  for (const { key, currency, monthly, yearly } of prices) {
    for (const [field, text, billingInterval] of [
      ['monthly', monthly, 'MONTH'],
      ['yearly', yearly, 'YEAR'],
    ] as const) {
      if (text.trim() === '') continue;
      const amountCents = readAmount(text, currency);
      if (!amountCents) faults[`${field} ${key}`] = `Enter an amount such as ${writeAmount(readAmount('40', currency) ?? 0, currency)}.`;
      else read.push({ billingInterval, amountCents, currency });
    }
  }
  if (read.length === 0 && Object.keys(faults).length === 0) faults['prices'] = 'Enter at least one price.';
  return { prices: read, faults };
}

/** Returns a plan for the API. */
export function planChanges({ name, kind, description, features, trialDays, minSeats, maxSeats, isHighlighted }: PlanValues) {
  const whole = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1);
  return {
    name: name.trim(),
    kind,
    description: description.trim(),
    features: features.split('\n').filter((line) => line.trim() !== ''),
    trialDays: trialDays.trim() === '' ? 0 : whole(trialDays),
    minSeats: whole(minSeats),
    maxSeats: whole(maxSeats),
    isHighlighted,
  };
}
