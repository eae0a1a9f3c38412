import { planLimits } from '@newline/api/rules/limits/plan';
import { Field } from '@newline/ui/components/field';
import type { Country } from './countries.server.ts';
import type { BillingDetails } from './payment-documents.ts';
import styles from './payments.module.css';

/** Optional fields for buyers who pay for a company. The receipt names it. */
export function CompanyFields({ details, countries }: { details: BillingDetails | null; countries: readonly Country[] }) {
  return (
    <details className={styles.company} open={details !== null}>
      <summary>Buying for a company</summary>
      <div>
        <Field
          label="Company name"
          name="companyName"
          autoComplete="organization"
          maxLength={planLimits.companyName}
          defaultValue={details?.companyName ?? ''}
          hint="Leave this and the tax number empty to buy for yourself."
        />
        <Field
          control="textarea"
          label="Address"
          aside="optional"
          name="companyAddress"
          autoComplete="street-address"
          rows={3}
          maxLength={planLimits.companyAddress}
          defaultValue={details?.companyAddress ?? ''}
        />
        <Field control="select" label="Country" name="country" autoComplete="country" defaultValue={details?.country ?? ''}>
          <option value="">Choose a country</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Field>
        <Field
          label="VAT or tax number"
          aside="optional"
          name="taxId"
          autoComplete="off"
          defaultValue={details?.taxId ?? ''}
          hint="With the letters of the country in the EU, such as DE123456789."
        />
      </div>
    </details>
  );
}
