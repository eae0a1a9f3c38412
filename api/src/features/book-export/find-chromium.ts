import { delimiter, join } from 'node:path';
import { isExecutable } from '../../processes/is-executable.ts';

const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chromium-headless-shell'];

const usualPaths: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
};

/** Returns the path of an installed Chrome or Chromium: CHROME_PATH, else in PATH or its usual location; null if there is none. */
export function findChromium(): string | null {
  const chromePath = process.env['CHROME_PATH'];
  const candidates = [...(chromePath ? [chromePath] : []), ...commandNames.flatMap(inPath), ...(usualPaths[process.platform] ?? [])];
  return candidates.find(isExecutable) ?? null;
}

/** Returns the path of a command in PATH, or null. */
export function findCommand(name: string): string | null {
  return inPath(process.platform === 'win32' ? `${name}.exe` : name).find(isExecutable) ?? null;
}

function inPath(name: string): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name));
}
