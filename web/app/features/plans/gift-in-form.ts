import { formText } from '../../shared/form/form-text.ts';

/** Whom a gift is for, as variables of a checkout; all null without a gift. */
export type GiftFields = { giftEmail: string | null; giftName: string | null; giftMessage: string | null };

/** Returns whom the form of a checkout says that the title is for. */
export function giftInForm(form: FormData): GiftFields {
  return {
    giftEmail: form.has('giftEmail') ? formText(form, 'giftEmail') : null,
    giftName: formText(form, 'giftName') || null,
    giftMessage: formText(form, 'giftMessage') || null,
  };
}
