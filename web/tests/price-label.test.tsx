import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PriceLabel } from '../app/shared/prices/price-label.tsx';

const prices = [
  { currency: 'USD', text: '$39' },
  { currency: 'EUR', text: '€35' },
];

test.each([
  ['a free title', 'Free', [], '<span>Free</span>'],
  ['a title that only Pro includes', 'Pro', [], '<span>Pro</span>'],
  ['a title that is sold separately, too', 'Pro', prices, '<span>Pro or $39</span>'],
  ['a title that is only sold separately', null, prices, '<span>$39</span>'],
  ['a title that has no price yet', null, [], ''],
] as const)('the label of %s says how to get it, on the server with the default price', (_name, price, list, html) => {
  expect(renderToStaticMarkup(<PriceLabel price={price} prices={list} />)).toBe(html);
});
