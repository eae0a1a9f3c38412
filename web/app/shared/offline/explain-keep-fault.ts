import type { KeepFault } from './keep-title.ts';

const texts: Readonly<Record<KeepFault, string>> = {
  off: 'This site doesn’t offer reading offline.',
  full: 'This browser has no space left for it. Remove another copy, then continue.',
  refused: 'You don’t have access to it anymore.',
  unreachable: 'We can’t reach the site. Check your connection, then continue.',
  canceled: 'Canceled. Continue whenever you like.',
};

/** Returns what to tell the reader when a title couldn't be kept. */
export function explainKeepFault(fault: KeepFault): string {
  return texts[fault];
}
