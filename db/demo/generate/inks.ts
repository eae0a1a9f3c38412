import type { Topic } from './videos/script.ts';

/** Ground, figure and type of each topic: the literal values of `--t-{topic}-1` to `-3` in the tokens. */
export const INKS: Readonly<Record<Topic, readonly [ground: string, figure: string, type: string]>> = {
  ai: ['#e3b23c', '#7a3b12', '#1d1608'],
  frontend: ['#24408f', '#9db8f2', '#f3f1e6'],
  backend: ['#1d4a3a', '#93c7a0', '#f0ede0'],
  languages: ['#641d38', '#e59c9c', '#f7ebe4'],
  basics: ['#ebe4d0', '#1f6a5c', '#18231f'],
  concepts: ['#a8c7d1', '#17475a', '#0c2630'],
  engineering: ['#22282b', '#ea7d3c', '#efece2'],
  design: ['#ecbaa8', '#7b2335', '#35101a'],
};
