import type { KeyGroup } from './shortcuts-button.tsx';

/** The keys of the player, as its sheet shows them. */
export const playerKeys: KeyGroup = {
  title: 'Video',
  keys: [
    [['k', 'Space'], 'Play or pause'],
    [['j', '←'], 'Back 5 seconds'],
    [['l', '→'], 'Forward 5 seconds'],
    [['0', '… 9'], 'Jump to that tenth of the video'],
    [['<', '>'], 'Slower or faster'],
    [['m'], 'Mute or unmute'],
    [['c'], 'Captions off or on'],
    [['n'], 'Comment at this second'],
    [['f'], 'Full screen'],
    [['p'], 'Picture in picture'],
  ],
};

/** The keys of every page. */
export const pageKeys: KeyGroup['keys'] = [
  [['/', 'Ctrl K'], 'Search everything'],
  [['?'], 'This list'],
];
