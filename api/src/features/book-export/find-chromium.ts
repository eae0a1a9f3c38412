import { delimiter, join } from 'node:path';
import { isExecutable } from '../../processes/is-executable.ts';

const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chromium-headless-shell'];

const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'],
};

/** An installed Chrome or Chromium: what CHROME_PATH names, else what is in PATH or its usual place; null without one. */
export function findChromium(): string | null {
  const given = process.env['CHROME_PATH'];
  const candidates = [...(given ? [given] : []), ...commandNames.flatMap(inPath), ...(usualPlaces[process.platform] ?? [])];
  return candidates.find(isExecutable) ?? null;
}

/** Where a command stands in PATH; null when it is not there. */
export function findCommand(name: string): string | null {
  return inPath(process.platform === 'win32' ? `${name}.exe` : name).find(isExecutable) ?? null;
}

function inPath(name: string): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name));
}
