/** A theme of the pages. */
export type Theme = 'light' | 'dark';

/** The minimum contrast of text (WCAG 2, AA). */
const readable = 4.5;

/** The values of the tokens in ui/src/tokens.css. A test compares them with that file. */
export const standardColors = {
  light: {
    ...{ paper: '#f4f5f1', sheet: '#fcfdfa', bands: ['#e8ede5', '#dbe3d8'] as const, rule: '#cfd6cc', strongRule: '#737e77' },
    ...{ ink: '#161c19', quietInk: '#59645d', accent: '#be2a12', onAccent: '#ffffff', wash: '#f8e2da' },
  },
  dark: {
    ...{ paper: '#101512', sheet: '#181e1b', bands: ['#1b221e', '#262f2a'] as const, rule: '#2b342f', strongRule: '#6f7b73' },
    ...{ ink: '#e6eae3', quietInk: '#909b93', accent: '#ff6b4a', onAccent: '#1b0a05', wash: '#3b1c14' },
  },
} as const;

/** The colors toward which a color is moved until text is readable. */
const ends = { light: { paper: '#ffffff', accent: '#000000' }, dark: { paper: '#000000', accent: '#ffffff' } } as const;
const steps = 255;

/** The colors that an administrator chose; null for the default. */
export type ChosenColors = {
  readonly accentLight: string | null;
  readonly accentDark: string | null;
  readonly paperLight: string | null;
  readonly paperDark: string | null;
};

/** One of them. */
export type ColorField = keyof ChosenColors;

/** True for a color such as `#be2a12`. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** The contrast of two colors (WCAG 2), from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns a color between two; 0 is the first, 1 the second. */
export function mixColors(one: string, other: string, share: number): string {
  const to = partsOf(other);
  const mixed = partsOf(one).map((part, at) => Math.floor(part + ((to[at] ?? 0) - part) * share + 0.5));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the backgrounds of text: the page and its two bands. */
export function groundsOf(paper: string, theme: Theme): readonly [paper: string, band: string, band2: string] {
  const { paper: standard, bands, ink } = standardColors[theme];
  return paper === standard ? [paper, bands[0], bands[1]] : [paper, mixColors(paper, ink, 0.05), mixColors(paper, ink, 0.1)];
}

/** Whether text in this color is readable on all of these backgrounds. */
export function isReadable(color: string, grounds: readonly string[]): boolean {
  return grounds.every((ground) => contrastOf(color, ground) >= readable);
}

/** Returns the color, or the nearest one toward white (black in the dark theme) on which the quietest text is readable. */
export function nearestPaper(paper: string, theme: Theme): string {
  return firstMixed(paper, ends[theme].paper, (mixed) => isReadable(standardColors[theme].quietInk, groundsOf(mixed, theme)));
}

/** Returns the color, or the nearest one toward black (white in the dark theme) that is readable on this background. */
export function nearestAccent(accent: string, paper: string, theme: Theme): string {
  const grounds = groundsOf(paper, theme);
  return firstMixed(accent, ends[theme].accent, (mixed) => isReadable(mixed, grounds));
}

/** Returns the colors that would make text hard to read, with the nearest that work. The database rejects the same ones. */
export function failingColors(chosen: ChosenColors): Partial<Record<ColorField, string>> {
  const { light, dark } = papersOf(chosen);
  const wanted: readonly (readonly [ColorField, string, string])[] = [
    ['paperLight', light, nearestPaper(light, 'light')],
    ['paperDark', dark, nearestPaper(dark, 'dark')],
    ['accentLight', accentOf(chosen, 'light'), nearestAccent(accentOf(chosen, 'light'), light, 'light')],
    ['accentDark', accentOf(chosen, 'dark'), nearestAccent(accentOf(chosen, 'dark'), dark, 'dark')],
  ];
  return Object.fromEntries(wanted.filter(([, color, nearest]) => color !== nearest).map(([field, , nearest]) => [field, nearest]));
}

/** Returns the background of each theme. */
export function papersOf({ paperLight, paperDark }: Pick<ChosenColors, 'paperLight' | 'paperDark'>): Readonly<Record<Theme, string>> {
  return { light: paperLight ?? standardColors.light.paper, dark: paperDark ?? standardColors.dark.paper };
}

/** Returns the accent of a theme. If only the light one was chosen, the dark one is derived from it. */
export function accentOf(chosen: ChosenColors, theme: Theme): string {
  const { accentLight, accentDark } = chosen;
  if (theme === 'light') return accentLight ?? standardColors.light.accent;
  if (accentDark !== null) return accentDark;
  return accentLight === null ? standardColors.dark.accent : nearestAccent(accentLight, papersOf(chosen).dark, 'dark');
}

/** The color of text on an accent. */
export function inkOn(accent: string): string {
  return contrastOf('#ffffff', accent) >= contrastOf('#000000', accent) ? '#ffffff' : '#000000';
}

function firstMixed(color: string, end: string, passes: (mixed: string) => boolean): string {
  for (let step = 0; step < steps; step += 1) {
    const mixed = mixColors(color, end, step / steps);
    if (passes(mixed)) return mixed;
  }
  return end;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
