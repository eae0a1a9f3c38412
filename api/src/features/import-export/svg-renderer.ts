import { codedError } from '../../errors/error-codes.ts';
import { createBoundedProcess, OverLimit, TaskFailed } from '../../processes/bounded-process.ts';

const maxBytes = 2_000_000;

/** Renders SVG images as PNG. */
export type SvgRenderer = {
  /**
   * Renders an SVG as PNG, so that none of its markup reaches a page: scripts don't run, and nothing that it refers to is fetched.
   * @throws a coded error (BAD_INPUT) for an invalid SVG, or one that takes too much CPU time or memory; ProcessLost if that isn't known
   */
  render(file: Buffer): Promise<Buffer>;
  /** Ends the process. */
  close(): Promise<void>;
};

/**
 * Creates a renderer in a bounded process: librsvg can't be interrupted, and nested `<use>` elements or filters of a few hundred bytes keep it busy
 * for hours.
 */
export function createSvgRenderer({ cpuMs = 10_000 }: { readonly cpuMs?: number } = {}): SvgRenderer {
  const renderer = createBoundedProcess<Uint8Array, Uint8Array>({
    entry: new URL('./render-svg.ts', import.meta.url),
    hasAddons: true,
    limits: { cpuMs, residentMb: 700, resultBytes: 30_000_000 },
  });
  return {
    async render(file) {
      if (file.length > maxBytes) throw codedError('SVG_TOO_LARGE');
      if (!/<svg[\s>]/iu.test(file.subarray(0, 4000).toString('utf8'))) throw codedError('SVG_EXPECTED');
      try {
        return Buffer.from(await renderer.run(file));
      } catch (error) {
        if (error instanceof OverLimit) throw Object.assign(codedError('SVG_TOO_SLOW'), { cause: error });
        if (error instanceof TaskFailed) throw Object.assign(codedError('SVG_UNREADABLE'), { cause: error });
        throw error;
      }
    },
    close: renderer.close,
  };
}
