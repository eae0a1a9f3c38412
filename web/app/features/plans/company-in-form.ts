import { formText } from '../../shared/form/form-text.ts';

/** Returns the company in a sent form; its texts are empty without one. */
export function companyInForm(form: FormData): { companyName: string; address: string; country: string; taxId: string } {
  return {
    companyName: formText(form, 'companyName'),
    address: formText(form, 'address'),
    country: formText(form, 'country'),
    taxId: formText(form, 'taxId'),
  };
}
