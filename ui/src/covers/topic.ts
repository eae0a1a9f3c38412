import type { FigureName } from './figures.ts';

/** The eight topics. Each has a set of colors: `--t-{topic}-1` background, `-2` figure, `-3` text. */
export type Topic = 'ai' | 'frontend' | 'backend' | 'languages' | 'basics' | 'concepts' | 'engineering' | 'design';

/** The figures of each topic. An author may choose another figure, but not another palette. */
export const FIGURES_OF_TOPIC: Readonly<Record<Topic, readonly [FigureName, FigureName]>> = {
  ai: ['signal', 'wave'],
  frontend: ['tree', 'steps'],
  backend: ['table', 'funnel'],
  languages: ['braid', 'peak'],
  basics: ['steps', 'disc'],
  concepts: ['ring', 'pair'],
  engineering: ['queue', 'peak'],
  design: ['wave', 'disc'],
};

/** The colors of a drawing, as CSS colors. */
export type Inks = { readonly ground: string; readonly figure: string; readonly type: string };

/** Returns the colors of a topic as the page's CSS variables. */
export function pageInks(topic: Topic): Inks {
  return { ground: `var(--t-${topic}-1)`, figure: `var(--t-${topic}-2)`, type: `var(--t-${topic}-3)` };
}

const PRINTED: Readonly<Record<Topic, Inks>> = {
  ai: { ground: '#e3b23c', figure: '#7a3b12', type: '#1d1608' },
  frontend: { ground: '#24408f', figure: '#9db8f2', type: '#f3f1e6' },
  backend: { ground: '#1d4a3a', figure: '#93c7a0', type: '#f0ede0' },
  languages: { ground: '#641d38', figure: '#e59c9c', type: '#f7ebe4' },
  basics: { ground: '#ebe4d0', figure: '#1f6a5c', type: '#18231f' },
  concepts: { ground: '#a8c7d1', figure: '#17475a', type: '#0c2630' },
  engineering: { ground: '#22282b', figure: '#ea7d3c', type: '#efece2' },
  design: { ground: '#ecbaa8', figure: '#7b2335', type: '#35101a' },
};

/** Returns the colors of a topic as literal values, for standalone files. They equal the tokens. */
export function printedInks(topic: Topic): Inks {
  return PRINTED[topic];
}

/** True for the name of a topic in lower case. */
export function isTopic(name: string): name is Topic {
  return Object.hasOwn(PRINTED, name);
}

/** Returns the topic of a name in lower case; the most neutral one for an unknown name. */
export function topicOf(name: string): Topic {
  return isTopic(name) ? name : 'engineering';
}
