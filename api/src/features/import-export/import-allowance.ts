import { type Folder, FolderError } from './folder.ts';
import { itemLimits } from '../../rules/limits/item.ts';

/** What reading one archive or folder may come to, all its files together. docs/limits.md lists these. */
export const importLimits = {
  /** Bytes of texts: Markdown, SUMMARY.md, manifest, front matter, captions. */
  textBytes: 50_000_000,
  /** Lines of all texts, and of what they include each time it is included. */
  lines: 1_000_000,
  /** Lines that includes look at to find what they include. */
  includeSteps: 20_000_000,
  /** Values in sidebars, each counted as often as a name leads to it. */
  literalValues: 50_000,
  /** Documents that sidebars place or generate, repeated ones too. */
  placedDocuments: 100_000,
  /** Tokens of Markdown. */
  tokens: 5_000_000,
  /** Elements of HTML that Markdown becomes. */
  elements: 2_000_000,
  /** Lessons or chapters. */
  lessons: itemLimits.lessons,
} as const;

const descriptions: Readonly<Record<keyof typeof importLimits, string>> = {
  textBytes: 'bytes of text',
  lines: 'lines of text, with what they include',
  includeSteps: 'lines that includes go through',
  literalValues: 'values in sidebars, with what their names lead to',
  placedDocuments: 'documents in sidebars',
  tokens: 'pieces of Markdown',
  elements: 'elements of HTML',
  lessons: 'lessons or chapters',
};

/** Settings files are small: configuration, sidebars, categories and front matter. */
const maxSettingsBytes = 1_000_000;

/** Counts the work that reading one archive or folder causes, and ends it with a FolderError at the limits. */
export class ImportAllowance {
  readonly #used = new Map<keyof typeof importLimits, number>();

  /** Counts `amount` more. Throws a FolderError beyond the limit. */
  take(what: keyof typeof importLimits, amount = 1): void {
    const used = (this.#used.get(what) ?? 0) + amount;
    this.#used.set(what, used);
    if (used > importLimits[what])
      throw new FolderError(`Expected at most ${importLimits[what].toLocaleString('en')} ${descriptions[what]} in all, got more.`);
  }

  /** A file as text; its bytes and lines are counted before it is taken apart. */
  async readText(folder: Folder, path: string): Promise<string> {
    const bytes = await folder.read(path);
    this.take('textBytes', bytes.length);
    const text = bytes.toString('utf8');
    let lines = 1;
    for (const sign of text.matchAll(/\r\n|\r|\n/gu)) lines += sign.length;
    this.take('lines', lines);
    return text;
  }

  /** The same for a file of settings, which is small. */
  async readSettings(folder: Folder, path: string): Promise<string> {
    const text = await this.readText(folder, path);
    if (text.length > maxSettingsBytes)
      throw new FolderError(
        `${JSON.stringify(path)}: expected at most 1 MB of settings, got ${text.length.toLocaleString('en')} characters.`,
      );
    return text;
  }
}
