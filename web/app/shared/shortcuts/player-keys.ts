import type { KeyGroup } from './shortcuts-button.tsx';

/** The player's shortcuts, as shown in the dialog. */
export const playerKeys: KeyGroup = {
  title: 'Video',
  keys: [
    [['k', 'Space'], 'Play or pause'],
    [['j', '←'], 'Back 5 seconds'],
    [['l', '→'], 'Forward 5 seconds'],
    [['0', '… 9'], 'Jump to 0% to 90% of the video'],
    [['<', '>'], 'Slower or faster'],
    [['m'], 'Mute or unmute'],
    [['c'], 'Captions off or on'],
    [['n'], 'Comment at this second'],
    [['f'], 'Full screen'],
    [['p'], 'Picture in picture'],
  ],
};

/** The shortcuts of every page. */
export const pageKeys: KeyGroup['keys'] = [
  [['/', 'Ctrl K'], 'Search everything'],
  [['?'], 'This list'],
];
