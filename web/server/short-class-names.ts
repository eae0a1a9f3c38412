import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** With four characters, two of 1,500 classes have the same name in one of fifteen projects. */
const length = 4;

/**
 * Returns a function that names the classes of CSS modules for a build: an underscore and a hash of the file's path below `root` and of the
 * class, so that a change doesn't rename the classes of other files. The function throws when two classes would have the same name.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const owners = new Map<string, string>();
  return (name, file) => {
    const owner = `${relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/')} .${name}`;
    const short = `_${createHash('sha256').update(owner).digest('base64url').slice(0, length)}`;
    const other = owners.get(short) ?? owner;
    if (other !== owner) throw new Error(`${other} and ${owner} have the same short name, ${short}: rename one of the classes.`);
    owners.set(short, owner);
    return short;
  };
}
