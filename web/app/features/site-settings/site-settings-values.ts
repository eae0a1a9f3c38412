import { type ChosenColors, type ColorField, failingColors, isColor } from '@newline/api/rules/site/colors';
import type { SiteFont } from '@newline/api/rules/site/site-look';
import { site } from '@newline/api/rules/site/site';
import { type SiteClaim, type SiteLink } from '@newline/api/rules/site/settings';
import type { Faults } from '../../shared/form/faults.ts';
import type { SiteChangeInput, StoredSettings } from './site-settings-documents.ts';

/** A row of two texts; its key stays while it is edited and moved. */
export type PairRow = { readonly key: number; readonly first: string; readonly second: string };

const texts = [
  'name',
  'description',
  'wordmarkLight',
  'wordmarkDark',
  'icon',
  'accentLight',
  'accentDark',
  'paperLight',
  'paperDark',
  'organizationName',
  'organizationUrl',
  'supportEmail',
  'applyUrl',
  'catalogFigure',
] as const;
const lists = ['navigation', 'footerLinks', 'profiles', 'claims'] as const;

/** A setting with one text; if it's empty, the value in site.config.ts applies. */
export type TextName = (typeof texts)[number];
/** A setting that is a list. */
export type ListName = (typeof lists)[number];

/** The settings as form values. */
export type SettingsValues = Readonly<Record<TextName, string>> &
  Readonly<Record<ListName, readonly PairRow[]>> & { readonly font: SiteFont };

/** Returns the stored settings for the form. Default links in the header are included, so that they can be edited. */
export function valuesOf(stored: StoredSettings): SettingsValues {
  const read = (text: string | null) => (text === null ? [] : (JSON.parse(text) as readonly (SiteLink | SiteClaim)[]));
  const rows = (entries: readonly (SiteLink | SiteClaim)[]) => entries.map((entry, key) => ({ key, ...pairOf(entry) }));
  return {
    ...(Object.fromEntries(texts.map((name) => [name, stored[name] ?? ''])) as Record<TextName, string>),
    font: stored.font,
    navigation: rows(stored.navigation === null ? site.chosenNavigation : read(stored.navigation)),
    footerLinks: rows(read(stored.footerLinks)),
    profiles: rows(read(stored.profiles)),
    claims: rows(read(stored.claims)),
  };
}

/** Returns the form's values for the API, without empty rows. */
export function inputOf(values: SettingsValues): SiteChangeInput {
  const pairs = (name: ListName) =>
    values[name]
      .map(({ first, second }) => [first.trim(), second.trim()] as const)
      .filter(([first, second]) => first !== '' || second !== '');
  const links = (name: ListName) => JSON.stringify(pairs(name).map(([label, url]) => ({ label, url })));
  return {
    ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
    font: values.font,
    // The usual links follow the content: what wasn't changed isn't stored.
    navigation: links('navigation') === JSON.stringify(site.standardNavigation) ? null : links('navigation'),
    footerLinks: links('footerLinks'),
    profiles: links('profiles'),
    claims: JSON.stringify(pairs('claims').map(([figure, words]) => ({ figure, words }))),
  };
}

/** Returns the chosen colors, without incomplete ones. */
export function colorsOf(values: Pick<SettingsValues, ColorField>): ChosenColors {
  const color = (name: ColorField) => (isColor(values[name]) ? values[name] : null);
  return {
    accentLight: color('accentLight'),
    accentDark: color('accentDark'),
    paperLight: color('paperLight'),
    paperDark: color('paperDark'),
  };
}

/** Returns errors of the colors by field, with the nearest readable colors. */
export function colorFaults(values: Pick<SettingsValues, ColorField>): {
  readonly faults: Faults;
  readonly nearest: Partial<Record<ColorField, string>>;
} {
  const nearest = failingColors(colorsOf(values));
  const faults: Record<string, string> = {};
  for (const [field, color] of Object.entries(nearest))
    faults[field] = `Text would be too hard to read. The nearest color that works is ${color}.`;
  for (const field of ['accentLight', 'accentDark', 'paperLight', 'paperDark'] as const)
    if (values[field] !== '' && !isColor(values[field])) faults[field] = 'Enter a color such as #be2a12.';
  return { faults, nearest };
}

function pairOf(entry: SiteLink | SiteClaim): { first: string; second: string } {
  return 'label' in entry ? { first: entry.label, second: entry.url } : { first: entry.figure, second: entry.words };
}
