import type { KeyGroup } from './key-sheet-door.tsx';

/** The keys of the player, as its sheet shows them. */
export const playerKeys: KeyGroup = {
  title: 'Video',
  keys: [
    [['k', 'Space'], 'Play or pause'],
    [['j', '←'], 'Five seconds back'],
    [['l', '→'], 'Five seconds on'],
    [['0', '… 9'], 'To that tenth of the video'],
    [['<', '>'], 'Slower, faster'],
    [['m'], 'Sound off or on'],
    [['c'], 'Captions off or on'],
    [['n'], 'Comment at this second'],
    [['f'], 'Full screen'],
    [['p'], 'Picture in picture'],
  ],
};

/** The keys of every page. */
export const pageKeys: KeyGroup['keys'] = [
  [['/', 'Ctrl K'], 'Search everything'],
  [['?'], 'This sheet'],
];
