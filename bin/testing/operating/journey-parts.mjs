/**
 * What the test does after certain commands of docs/operating.md: words of the commands, and the part of the journey. Commands are steadier
 * than the sentences before them.
 */
export const journeyParts = [
  { after: 'systemctl restart pgbouncer', part: 'pooled' },
  { after: 'cat /var/lib/newline/first-administrator.txt', part: 'use' },
  { after: 'cli/newline.mjs backup', part: 'change' },
  { after: 'cli/newline.mjs restore', part: 'restored' },
  { after: 'npm run build\nsystemctl restart', part: 'upgraded' },
];

/** Words of the commands that write the settings. */
export const settingsCommand = 'cat > /etc/newline/newline.env';

/**
 * Returns the words that aren't in exactly one of the blocks.
 *
 * @param {readonly { commands: string }[]} blocks
 * @returns {string[]}
 */
export function missingCommands(blocks) {
  return [...journeyParts.map(({ after }) => after), settingsCommand].filter(
    (words) => blocks.filter(({ commands }) => commands.includes(words)).length !== 1,
  );
}
