import { readFile } from 'node:fs/promises';
import type { Command } from './command.ts';

/** Returns the version of this release, such as `0.1.0`. */
export async function releaseVersion(): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return version;
}

/** `newline version`, or `newline --version`. */
export const versionCommand: Command = {
  name: 'version',
  usage: '',
  options: [],
  about: 'Prints the version of this release.',
  run: async ({ print }) => {
    print(`newline ${await releaseVersion()}`);
    return 0;
  },
};
