import { type Folder, FolderError, folderError, type FolderReason } from './folder.ts';
import type { Notice } from './import-plan.ts';
import { itemLimits } from '../../rules/limits/item.ts';

/** Limits for reading one archive or folder, all files together. docs/limits.md lists them. */
export const importLimits = {
  /** Bytes of texts: Markdown, SUMMARY.md, manifest, front matter, captions. */
  textBytes: 50_000_000,
  /** Lines of all texts, with included lines counted for each include. */
  lines: 1_000_000,
  /** Lines that includes scan. */
  includeSteps: 20_000_000,
  /** Values in sidebars, counted for each reference. */
  literalValues: 50_000,
  /** Documents that sidebars contain or generate, including repeated ones. */
  placedDocuments: 100_000,
  /** Tokens of Markdown. */
  tokens: 5_000_000,
  /** Elements of the HTML generated from Markdown. */
  elements: 2_000_000,
  /** Lessons or chapters. */
  lessons: itemLimits.lessons,
} as const;

const reasons = {
  textBytes: 'ARCHIVE_TEXT_TOO_LARGE',
  lines: 'ARCHIVE_LINES_TOO_MANY',
  includeSteps: 'ARCHIVE_INCLUDE_STEPS_TOO_MANY',
  literalValues: 'ARCHIVE_SIDEBAR_VALUES_TOO_MANY',
  placedDocuments: 'ARCHIVE_SIDEBAR_DOCUMENTS_TOO_MANY',
  tokens: 'ARCHIVE_TOKENS_TOO_MANY',
  elements: 'ARCHIVE_ELEMENTS_TOO_MANY',
  lessons: 'ARCHIVE_LESSONS_TOO_MANY',
} as const satisfies Record<keyof typeof importLimits, FolderReason>;

/** Maximum size of settings files: configuration, sidebars, categories and front matter. */
const maxSettingsBytes = 1_000_000;

/** Decodes a text as UTF-8, UTF-16 with a byte order mark, or else Windows-1252; `encoding` is null for UTF-8. */
function decodeText(bytes: Buffer): { readonly text: string; readonly encoding: string | null } {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff')
    return { text: new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252 (Latin-1)' };
  }
}

/** Counts the work of reading one archive or folder, and throws a FolderError at the limits. */
export class ImportAllowance {
  readonly #used = new Map<keyof typeof importLimits, number>();
  readonly #encodings = new Map<string, string>();
  readonly #damaged = new Set<string>();

  /** Returns what the report says about texts that are damaged or aren't UTF-8. */
  messages(): Notice[] {
    const damaged = [...this.#damaged].map((file): Notice => {
      return { file, lines: [], message: 'Left out, because the archive is damaged here.', weight: 'lost' };
    });
    const encoded = [...this.#encodings].map(([file, encoding]): Notice => {
      const message = `It isn’t UTF-8, so it’s read as ${encoding}. Check its letters with accents.`;
      return { file, lines: [], message, weight: 'changed' };
    });
    return [...damaged, ...encoded];
  }

  /** Whether the archive is damaged where this text is. */
  isDamaged(file: string): boolean {
    return this.#damaged.has(file);
  }

  /** Counts `amount`. Throws a FolderError above the limit. */
  take(what: keyof typeof importLimits, amount = 1): void {
    const used = (this.#used.get(what) ?? 0) + amount;
    this.#used.set(what, used);
    if (used > importLimits[what]) throw folderError(reasons[what], { max: importLimits[what] });
  }

  /** Returns a file as text; counts its bytes and lines before it is parsed. Nothing is left of a damaged file. */
  async readText(folder: Folder, path: string): Promise<string> {
    const bytes = await folder.read(path).catch((error: unknown) => {
      if (!(error instanceof FolderError && error.reason === 'ARCHIVE_FILE_DAMAGED')) throw error;
      this.#damaged.add(path);
      return Buffer.alloc(0);
    });
    this.take('textBytes', bytes.length);
    const { text, encoding } = decodeText(bytes);
    if (encoding !== null) this.#encodings.set(path, encoding);
    let lines = 1;
    for (const sign of text.matchAll(/\r\n|\r|\n/gu)) lines += sign.length;
    this.take('lines', lines);
    return text;
  }

  /** Returns a settings file as text, with a smaller limit. */
  async readSettings(folder: Folder, path: string): Promise<string> {
    const text = await this.readText(folder, path);
    if (text.length > maxSettingsBytes) throw folderError('ARCHIVE_SETTINGS_TOO_LARGE', { path, length: text.length });
    return text;
  }
}
