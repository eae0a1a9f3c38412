import { accentOf, type ChosenColors, groundsOf, inkOn, mixColors, papersOf, standardColors, type Theme } from './colors.ts';

/** The fonts that come with the site, for headings and text. */
export const siteFonts = ['SERIF', 'SANS', 'MONO'] as const;

/** One of them. */
export type SiteFont = (typeof siteFonts)[number];

/** The design settings that an administrator chose. */
export type SiteLook = ChosenColors & { readonly font: SiteFont };

const fontTokens: Readonly<Record<SiteFont, string>> = {
  SERIF: '"Source Serif 4 Variable", "Source Serif 4", Charter, Georgia, serif',
  SANS: 'var(--sans)',
  MONO: 'var(--mono)',
};

/**
 * Returns the design tokens (ui/src/tokens.css) that the chosen colors and font replace, by name. Empty if nothing was chosen. The values
 * consist of colors only, so they can be used in a style sheet unchanged.
 */
export function lookTokens(look: SiteLook): Readonly<Record<string, string>> {
  const hasAccent = look.accentLight !== null || look.accentDark !== null;
  const hasPaper = look.paperLight !== null || look.paperDark !== null;
  const { accent, wash, paper, font } = tokensOf(look);
  return { ...(hasAccent && accent), ...((hasAccent || hasPaper) && wash), ...(hasPaper && paper), ...(look.font !== 'SERIF' && font) };
}

/** Returns all of these tokens, including unchanged ones, for a part of a page with a different design. */
export function wholeLook(look: SiteLook): Readonly<Record<string, string>> {
  const { accent, wash, paper, font } = tokensOf(look);
  return { ...accent, ...wash, ...paper, ...font };
}

/** Returns the replaced tokens as a style sheet; empty if nothing was chosen. */
export function lookStyleSheet(look: SiteLook): string {
  const tokens = Object.entries(lookTokens(look));
  return tokens.length === 0 ? '' : `:root{${tokens.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

function tokensOf(look: SiteLook) {
  const light = colorsOf(look, 'light');
  const dark = colorsOf(look, 'dark');
  const both = (name: keyof typeof light) => `light-dark(${light[name]}, ${dark[name]})`;
  return {
    accent: { '--accent': both('accent'), '--link': both('accent'), '--on-accent': both('onAccent') },
    wash: { '--wash': both('wash') },
    paper: {
      '--paper': both('paper'),
      '--sheet': both('sheet'),
      '--band': both('band'),
      '--band-2': both('band2'),
      '--rule': both('rule'),
      '--rule-strong': both('strongRule'),
    },
    font: { '--serif': fontTokens[look.font], '--display': fontTokens[look.font] },
  };
}

/** Returns the colors of a theme. Colors that weren't chosen have their defaults. */
function colorsOf(look: SiteLook, theme: Theme) {
  const isDark = theme === 'dark';
  const standard = standardColors[theme];
  const { ink } = standard;
  const [paper, band, band2] = groundsOf(papersOf(look)[theme], theme);
  const accent = accentOf(look, theme);
  const grounds =
    paper === standard.paper
      ? { sheet: standard.sheet, rule: standard.rule, strongRule: standard.strongRule }
      : {
          sheet: isDark ? mixColors(paper, ink, 0.04) : mixColors(paper, '#ffffff', 0.7),
          rule: mixColors(paper, ink, isDark ? 0.13 : 0.17),
          strongRule: mixColors(paper, ink, isDark ? 0.5 : 0.6),
        };
  return {
    paper,
    band,
    band2,
    ...grounds,
    accent,
    onAccent: accent === standard.accent ? standard.onAccent : inkOn(accent),
    wash: accent === standard.accent && paper === standard.paper ? standard.wash : mixColors(paper, accent, isDark ? 0.18 : 0.1),
  };
}
