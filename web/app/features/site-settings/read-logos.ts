import type { StoredLogo } from './page-draft.ts';

/** Reads logos from a form, as JSON; null if it's invalid. Images must be on this site. */
export function readLogos(text: string): StoredLogo[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  return parsed.map((entry: unknown) => {
    const logo: Readonly<Record<string, unknown>> = { ...(entry as object) };
    const path = (value: unknown) => (typeof value === 'string' && value.startsWith('/media/') ? value : null);
    return {
      name: typeof logo['name'] === 'string' ? logo['name'] : '',
      imageUrl: path(logo['imageUrl']),
      darkImageUrl: path(logo['darkImageUrl']),
      websiteUrl: typeof logo['websiteUrl'] === 'string' ? logo['websiteUrl'] : null,
      isStudentLogo: logo['isStudentLogo'] === true,
    };
  });
}
