import { planLimits } from '@newline/api/rules/limits/plan';
import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import styles from './admin.module.css';
import { type PlanRow, SavePlanDocument } from './plan-documents.ts';
import { PlanPrices } from './plan-prices.tsx';
import { planChanges, type PlanValues, planValuesOf, readPrices } from './plan-values.ts';

const explain = explainFields(['name', 'description', 'features', 'trialDays', 'minSeats', 'maxSeats', 'prices']);

/** The form of a plan; null for a new one. */
export function PlanPage({ plan }: { plan: PlanRow | null }) {
  const navigate = useNavigate();
  const [values, setValues] = useState(() => planValuesOf(plan));
  const { isBusy, failure, faults, run, refuse, forget } = useForm(explain);
  const form = useRef<HTMLFormElement>(null);
  const title = plan === null ? 'New plan' : plan.name;
  const action = plan === null ? 'Create plan' : plan.isOffered ? 'Save plan' : 'Offer plan again';
  const change = (part: Partial<PlanValues>) => {
    forget();
    setValues((current) => ({ ...current, ...part }));
  };
  const text = (name: 'name' | 'description' | 'features' | 'trialDays' | 'minSeats' | 'maxSeats') => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const showFault = () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  const save = async () => {
    const { prices, faults: priceFaults } = readPrices(values.prices);
    const wrong = { ...(values.name.trim() === '' && { name: 'Enter a name.' }), ...priceFaults };
    if (Object.keys(wrong).length > 0) {
      refuse(wrong);
      showFault();
      return;
    }
    const isTaken = await run(() => requestDocument(SavePlanDocument, { id: plan?.id ?? null, changes: planChanges(values), prices }));
    if (!isTaken) {
      showFault();
      return;
    }
    await navigate('/admin/plans');
    void showToast('Saved.');
  };
  return (
    <form
      ref={form}
      className={styles['sheet']}
      method="post"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Link className="link up" to="/admin/plans">
        Plans and prices
      </Link>
      <h1 dir="auto">{title}</h1>
      <Field label="Name" {...text('name')} maxLength={planLimits.name} placeholder="Pro" required />
      {plan === null && (
        <Field
          control="select"
          label="Audience"
          value={values.kind}
          onChange={(event) => change({ kind: event.currentTarget.value === 'TEAM' ? 'TEAM' : 'PRO' })}
        >
          <option value="PRO">One person</option>
          <option value="TEAM">A team, paid per seat</option>
        </Field>
      )}
      <Field
        control="textarea"
        label="Description"
        aside="optional"
        rows={2}
        {...text('description')}
        maxLength={planLimits.description}
        hint="One or two sentences, below the price."
      />
      <Field
        control="textarea"
        label="Features"
        aside="optional"
        rows={5}
        {...text('features')}
        hint={`What subscribers get, one per line, at most ${planLimits.features}.`}
      />
      <PlanPrices
        prices={values.prices}
        isTeam={values.kind === 'TEAM'}
        hasSubscribers={plan?.plans.nodes.some(({ isOffered, numSubscribers }) => isOffered && numSubscribers > 0) ?? false}
        faults={faults}
        onChange={(prices) => change({ prices })}
      />
      {values.kind === 'TEAM' && (
        <div className={styles['pair']}>
          <Field label="Minimum seats" inputMode="numeric" {...text('minSeats')} />
          <Field label="Maximum seats" inputMode="numeric" {...text('maxSeats')} />
        </div>
      )}
      <Field
        label="Free trial in days"
        inputMode="numeric"
        {...text('trialDays')}
        hint="Before the first payment, once per subscriber. 0 for no trial."
      />
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={values.isHighlighted}
          onChange={(event) => change({ isHighlighted: event.currentTarget.checked })}
        />
        Highlight on the pricing page
      </label>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <p className="acts">
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving…' : action}
        </Button>
        <Link className={buttonClass({ variant: 'bare' })} to="/admin/plans">
          Cancel
        </Link>
      </p>
    </form>
  );
}
