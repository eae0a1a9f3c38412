import type { FigureName } from './figures.ts';

/** The eight topics of the house. Each has a printed pair of inks: `--t-{topic}-1` ground, `-2` figure, `-3` type. */
export type Topic = 'ai' | 'frontend' | 'backend' | 'languages' | 'basics' | 'concepts' | 'engineering' | 'design';

/** Which figures stand for a topic. An author may choose another figure, never another palette. */
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

/** The inks a drawing is made with; each any CSS colour. */
export type Inks = { readonly ground: string; readonly figure: string; readonly type: string };

/** The inks of a topic as the page's own variables. */
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

/** The inks of a topic as literal colours, for files that no stylesheet reaches. They equal the tokens. */
export function printedInks(topic: Topic): Inks {
  return PRINTED[topic];
}

/** The topic of a name, in lower case; the plainest one for a name that is none. */
export function topicOf(name: string): Topic {
  return Object.hasOwn(PRINTED, name) ? (name as Topic) : 'engineering';
}
