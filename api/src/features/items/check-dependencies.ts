import { type Checked, text, webAddress } from './checked-values.ts';
import { type FieldFault, faultOf } from './field-fault.ts';

const fieldChecks = {
  name: text(100),
  version: text(40),
  link: text(300, webAddress),
} as const;
const language = text(40);
const maxCount = 30;
/** The column takes 8,000 bytes of JSON in PostgreSQL's own format. */
const maxBytes = 6000;

/**
 * Checks the programming language and dependencies of an item. Leaves out empty fields and entries; the value is null if nothing is left.
 */
export function checkDependencies(input: unknown): Checked {
  if (typeof input !== 'object' || input === null) return { value: null };
  const primaryLanguage = language(Reflect.get(input, 'primaryLanguage'));
  if ('fault' in primaryLanguage) return inPart('language', primaryLanguage.fault);
  const entries: unknown = Reflect.get(input, 'list');
  const list: Record<string, unknown>[] = [];
  for (const entry of Array.isArray(entries) ? (entries as object[]) : []) {
    const fields: Record<string, unknown> = {};
    for (const [key, check] of Object.entries(fieldChecks)) {
      const checked = check(Reflect.get(entry, key));
      if ('fault' in checked) return inPart(key, checked.fault);
      if (checked.value !== null) fields[key] = checked.value;
    }
    if (Object.keys(fields).length === 0) continue;
    if (fields['name'] === undefined) return faultOf('FIELD_ENTRY_NAME_REQUIRED');
    list.push(fields);
  }
  if (list.length > maxCount) return faultOf('FIELD_ENTRIES_TOO_MANY', { max: maxCount, count: list.length });
  if (primaryLanguage.value === null && list.length === 0) return { value: null };
  const value = { ...(primaryLanguage.value !== null && { primaryLanguage: primaryLanguage.value }), list };
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes) return faultOf('FIELD_DEPENDENCIES_TOO_LARGE');
  return { value };
}

/** Names the part of the field that is invalid. */
function inPart(part: string, { reason, params }: FieldFault): { readonly fault: FieldFault } {
  return {
    fault: { reason: reason === 'FIELD_TOO_LONG' ? 'FIELD_PART_TOO_LONG' : 'FIELD_PART_ADDRESS_INVALID', params: { part, ...params } },
  };
}
