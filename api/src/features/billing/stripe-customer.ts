import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Company, Payer } from './billing-provider.ts';

/** Stripe's types of the tax numbers that the site can check; a number of another country is only on the site's own receipts. */
const taxIdTypes: Readonly<Record<string, Stripe.CustomerCreateParams.TaxIdDatum.Type>> = {
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
      .split(' ')
      .map((country) => [country, 'eu_vat' as const]),
  ),
  AU: 'au_abn',
  CH: 'ch_vat',
  GB: 'gb_vat',
  IN: 'in_gst',
  NO: 'no_vat',
  NZ: 'nz_gst',
  US: 'us_ein',
};

/**
 * Returns the customer that a payer is at Stripe, with the name, address and tax number of their company; null for a new customer without a
 * company, whom the payment page creates.
 */
export async function stripeCustomerOf(stripe: Stripe, { userId, email, customerId, company }: Payer): Promise<string | null> {
  if (company === null) return customerId;
  const details = {
    name: company.name,
    address: { country: company.country, ...(company.address !== null && { line1: company.address }) },
  };
  const taxId = taxIdOf(company);
  if (customerId === null) {
    const params = { ...details, ...(email !== null && { email }), ...(taxId && { tax_id_data: [taxId] }), metadata: { user_id: userId } };
    const fingerprint = createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16);
    return (await stripe.customers.create(params, { idempotencyKey: `customer-${userId}-${fingerprint}` })).id;
  }
  await stripe.customers.update(customerId, details);
  const { data: taxIds } = await stripe.customers.listTaxIds(customerId, { limit: 100 });
  if (taxId && !taxIds.some(({ type, value }) => type === taxId.type && value === taxId.value)) {
    await stripe.customers.createTaxId(customerId, taxId);
  }
  return customerId;
}

function taxIdOf({ country, taxId }: Company): Stripe.CustomerCreateParams.TaxIdDatum | null {
  const type = taxIdTypes[country];
  return taxId === null || type === undefined ? null : { type, value: taxId };
}
