import { type Checked, text, webAddress } from './checked-values.ts';

const parts = {
  name: text(100),
  version: text(40),
  link: text(300, webAddress, 'an http or https address'),
} as const;
const language = text(40);
const maxCount = 30;
/** The column takes 8,000 bytes of JSON in its own form. */
const maxBytes = 6000;

/** The language of an item's code and what it builds on; what is empty of an entry is left out, and nothing at all is null. */
export function checkDependencies(given: unknown): Checked {
  if (typeof given !== 'object' || given === null) return { value: null };
  const primaryLanguage = language(Reflect.get(given, 'primaryLanguage'));
  if ('fault' in primaryLanguage) return { fault: `language ${primaryLanguage.fault}` };
  const entries: unknown = Reflect.get(given, 'list');
  const list: Record<string, unknown>[] = [];
  for (const entry of Array.isArray(entries) ? (entries as object[]) : []) {
    const kept: Record<string, unknown> = {};
    for (const [key, check] of Object.entries(parts)) {
      const checked = check(Reflect.get(entry, key));
      if ('fault' in checked) return { fault: `${key} ${checked.fault}` };
      if (checked.value !== null) kept[key] = checked.value;
    }
    if (Object.keys(kept).length === 0) continue;
    if (kept['name'] === undefined) return { fault: 'expected a name in each' };
    list.push(kept);
  }
  if (list.length > maxCount) return { fault: `expected at most ${maxCount}, got ${list.length}` };
  if (primaryLanguage.value === null && list.length === 0) return { value: null };
  const value = { ...(primaryLanguage.value !== null && { primaryLanguage: primaryLanguage.value }), list };
  if (Buffer.byteLength(JSON.stringify(value)) > maxBytes)
    return { fault: 'expected shorter names and links: there is no room for all of it' };
  return { value };
}
