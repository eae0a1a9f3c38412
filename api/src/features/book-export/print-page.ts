import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChromiumLimit, quietOptions, runChromium } from '../../processes/run-chromium.ts';
import { ExportFault } from './export-fault.ts';

/** How long Chromium may use no CPU time before it counts as stuck, in milliseconds. */
const idleMs = 600_000;

export type PrintOptions = {
  readonly chromium: string;
  /** Folder for Chromium's profile. */
  readonly folder: string;
  /** Path of the HTML page. */
  readonly page: string;
  /** Path of the file to write. */
  readonly pdf: string;
  /**
   * Maximum CPU time of Chromium and all its processes, in milliseconds. A slow or busy machine takes longer, but uses no more CPU time.
   */
  readonly cpuMs: number;
  /** Maximum memory of Chromium and all its processes together, in bytes. */
  readonly memoryBytes?: number;
  readonly signal: AbortSignal;
};

/** The memory that Chromium and its processes may have while they print one page, in bytes. */
export const maxPrintBytes = 1_500_000_000;

/**
 * Prints a page with Chromium. Limits its CPU time and memory, not its duration.
 * @returns the CPU time that it used, in milliseconds, as of the last check
 * @throws ExportFault if Chromium exceeded its CPU time or memory; Error if it was lost, which may not happen again
 */
export async function printPage({
  chromium,
  folder,
  page,
  pdf,
  cpuMs,
  memoryBytes = maxPrintBytes,
  signal,
}: PrintOptions): Promise<number> {
  const options = [
    ...quietOptions,
    // Chromium's sandbox doesn't work as root. The page has no scripts, and its policy allows no sources.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--host-resolver-rules=MAP * ~NOTFOUND',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--no-pdf-header-footer',
    '--generate-pdf-document-outline',
    `--print-to-pdf=${pdf}`,
    pathToFileURL(page).href,
  ];
  try {
    return await runChromium({ chromium, options, cpuMs, memoryBytes, idleMs, signal });
  } catch (error) {
    if (!(error instanceof ChromiumLimit)) throw error;
    throw new ExportFault('This book is too complex for a PDF. Download the EPUB instead.', { cause: error });
  }
}
