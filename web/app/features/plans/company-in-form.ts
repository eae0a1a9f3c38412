import { formText } from '../../shared/form/form-text.ts';

/** Returns the company in a sent form; its texts are empty without one. */
export function companyInForm(form: FormData): { companyName: string; companyAddress: string; country: string; taxId: string } {
  return {
    companyName: formText(form, 'companyName'),
    companyAddress: formText(form, 'companyAddress'),
    country: formText(form, 'country'),
    taxId: formText(form, 'taxId'),
  };
}
