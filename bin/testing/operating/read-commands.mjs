/**
 * Returns the commands in a section of a document: its `sh` blocks, in order, each with the line before it.
 *
 * @param {string} markdown
 * @param {string} heading the text of a heading of level 2
 * @returns {{ introduction: string, commands: string }[]}
 */
export function readCommands(markdown, heading) {
  const section = `\n${markdown}`.split(`\n## ${heading}\n`)[1]?.split('\n## ', 1)[0];
  if (section === undefined) throw new Error(`The document has no section "${heading}".`);
  return [...section.matchAll(/([^\n]+)\n\n( *)```sh\n([^]*?)\n\2```/g)].map(([, introduction = '', indent = '', text = '']) => ({
    introduction: introduction.trim(),
    commands: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/**
 * Returns the packages that commands install, so that a machine without a network can have them from the start.
 *
 * @param {readonly { commands: string }[]} blocks
 * @returns {string[]}
 */
export function packagesIn(blocks) {
  return blocks.flatMap(({ commands }) =>
    [...commands.matchAll(/^apt-get install --yes (.+)$/gm)].flatMap(([, names = '']) => names.split(' ')),
  );
}
