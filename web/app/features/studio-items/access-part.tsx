import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { bookChanges, courseChanges, ownerOf, SetItemPriceDocument } from './item-changes.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './studio-items.module.css';
import { TitlePriceFields } from './title-price-fields.tsx';
import { titlePriceChanges, titlePriceFaults, titlePriceValues } from './title-price-values.ts';

type Props = { item: StudioItem; reload: () => Promise<void> };
type Readers = 'pro' | 'free' | 'alone';

/** Settings for who may read the item, its price, and what buyers get. */
export function AccessPart({ item, reload }: Props) {
  const [form, setForm] = useState(() => ({
    readers: readersOf(item),
    isMasterclass: item.isMasterclass,
    isBootcamp: item.isBootcamp,
    isLiveWorkshop: item.isLiveWorkshop,
    previewPercent: item.previewPercent === null ? '' : String(item.previewPercent),
    isShownPublicly: item.isShownPublicly,
    allowsOfflineVideos: item.allowsOfflineVideos,
    prices: titlePriceValues(item.prices.nodes),
    pricingFeatures: item.pricingFeatures.join('\n'),
  }));
  const sending = useForm(explainRefusal);
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    sending.forget();
  };
  const text = (key: 'previewPercent' | 'pricingFeatures') => ({
    value: form[key],
    error: sending.faults[key],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  });
  const flag = (key: 'isMasterclass' | 'isBootcamp' | 'isLiveWorkshop' | 'isShownPublicly' | 'allowsOfflineVideos', label: string) => (
    <label className={styles['check']}>
      <input type="checkbox" checked={form[key]} onChange={(event) => set({ [key]: event.target.checked })} />
      {label}
    </label>
  );
  const reader = (value: Readers, label: string) => (
    <label className={styles['check']}>
      <input type="radio" name="readers" value={value} checked={form.readers === value} onChange={() => set({ readers: value })} />
      {label}
    </label>
  );

  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const percent = form.previewPercent.trim();
    const faults: Record<string, string> = { ...titlePriceFaults(form.prices) };
    if (percent !== '' && !/^\d{1,3}$/.test(percent)) faults['previewPercent'] = 'Enter a whole number from 0 to 100.';
    if (form.readers === 'alone' && !form.isMasterclass && !form.isBootcamp && !form.isLiveWorkshop) faults['readers'] = 'Choose a type.';
    if (Object.keys(faults).length > 0) return sending.refuse(faults);
    const isAlone = form.readers === 'alone';
    const isFree = form.readers === 'free';
    const patch = {
      previewPercent: percent === '' ? null : Number(percent),
      isShownPublicly: form.isShownPublicly,
      allowsOfflineVideos: form.allowsOfflineVideos,
      isBootcamp: isAlone && form.isBootcamp,
      isLiveWorkshop: isAlone && form.isLiveWorkshop,
      pricingFeatures: form.pricingFeatures.split('\n'),
      ...(item.kind === 'course'
        ? { isFree, isMasterclass: isAlone && form.isMasterclass, subscriptionRequired: form.readers === 'pro' }
        : { isForSale: !isFree }),
    };
    const { update } = item.kind === 'course' ? courseChanges : bookChanges;
    const owner = ownerOf(item.kind, item.id);
    await sending.run(async () => {
      await sendChange(update, { id: item.id, patch });
      for (const change of titlePriceChanges(form.prices, item.prices.nodes))
        await sendChange(SetItemPriceDocument, { ...owner, ...change });
      await reload();
    });
  };
  return (
    <form className={styles['form']} method="post" aria-label="Access and prices" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <fieldset className={styles['group']} aria-describedby={sending.faults['readers'] === undefined ? undefined : 'readers-fault'}>
        <legend>Who can read it</legend>
        {reader('pro', 'Pro members and buyers')}
        {reader('free', 'Everyone (free)')}
        {reader('alone', 'Buyers only (not included in Pro)')}
        {form.readers === 'alone' && (
          <div className={styles['pair']}>
            {item.kind === 'course' && flag('isMasterclass', 'Masterclass')}
            {flag('isBootcamp', 'Bootcamp')}
            {flag('isLiveWorkshop', 'Workshop')}
          </div>
        )}
        {sending.faults['readers'] !== undefined && (
          <p className={styles['fault']} id="readers-fault" role="alert">
            {sending.faults['readers']}
          </p>
        )}
      </fieldset>
      {form.readers !== 'free' && (
        <Field
          label="Free part of texts without a paywall marker"
          aside="percent"
          hint="Rounded down to whole blocks. Leave empty for none."
          inputMode="numeric"
          {...text('previewPercent')}
        />
      )}
      {flag('isShownPublicly', 'Listed in the catalog and search')}
      {flag('allowsOfflineVideos', 'Learners can keep its videos offline')}
      <TitlePriceFields prices={form.prices} faults={sending.faults} onChange={(prices) => set({ prices })} />
      <Field control="textarea" label="What buyers get" hint="One per line." rows={5} {...text('pricingFeatures')} />
      <div className={`${styles['choices']} ${styles['saveBar']}`}>
        <Button type="submit" isBusy={sending.isBusy}>
          {sending.isBusy ? 'Saving…' : 'Save access and prices'}
        </Button>
        {sending.isDone && <DoneNote>Saved.</DoneNote>}
        {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
      </div>
    </form>
  );
}

function readersOf(item: StudioItem): Readers {
  if (item.isFree) return 'free';
  return item.isMasterclass || item.isBootcamp || item.isLiveWorkshop ? 'alone' : 'pro';
}
