import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentNode } from '@newline/document/document-node';
import { drawablesOf, type Drawable, type Rendering, type Renderings } from '@newline/document/renderings';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import { createBoundedProcess, OverLimit, TaskFailed } from '../../processes/bounded-process.ts';

/**
 * Raised when renderings come out otherwise than before: the job then renders every stored text again. 2: what a busy machine did not get done
 * in time was stored as if there were nothing to render.
 */
export const rendererVersion = 2;

/** Renders the code, formulas and diagrams of a text. */
export type Renderer = {
  /**
   * The renderings of a normalized document, null when there is nothing to render. What can't be rendered, or takes more CPU time than it may, is
   * null in it, and logged.
   *
   * @throws ProcessLost when the process was lost, or the drawer is closed: that says nothing about the document, so keep it queued
   */
  renderDocument(document: DocumentNode): Promise<Renderings | null>;
  /**
   * What is stored beside a text that is saved: its renderings as JSON, and the version of the drawer. `[null, 0]`, which leaves it
   * to the job, when rendering takes longer than a writer should wait, or its process is lost; it goes on meanwhile, so that the job finds it done.
   */
  renderToStore(document: DocumentNode): Promise<readonly [rendered: string | null, drawer: number]>;
  /** Ends its process; what is asked afterwards is not rendered. */
  close(): Promise<void>;
};

/** How much may be rendered, and what it may cost. */
export type RendererLimits = {
  /** CPU time for one node, in milliseconds. */
  readonly renderCpuMs: number;
  /** CPU time for all nodes of a document. */
  readonly documentCpuMs: number;
  /** After this long without work the process ends, and with it everything it loaded. */
  readonly idleMs: number;
  /** How long someone waits to see a text saved. This is no limit of the work: the job has what is late. */
  readonly saveMs: number;
  /** Characters of all renderings of a document as JSON. */
  readonly length: number;
};

const usualLimits: RendererLimits = { renderCpuMs: 2000, documentCpuMs: 20_000, idleMs: 10_000, saveMs: 2500, length: 3_000_000 };

/** What a drawer needs. */
export type RendererOptions = {
  readonly log: Log;
  readonly limits?: Partial<RendererLimits>;
  /** Called for a text that was left to the job. */
  readonly onLate?: () => void;
  /** Called each time its process is started. */
  readonly onStart?: () => void;
};

/**
 * Creates a drawer whose libraries live in a bounded process, started when there is something to render. The memory they need goes when it ends (a
 * thread would leave it with the server), and a source that takes too much ends only that process. Limits are CPU time, so a slow or busy machine
 * renders the same, only later.
 */
export function createRenderer({ log, limits: given = {}, onLate, onStart }: RendererOptions): Renderer {
  const limits = { ...usualLimits, ...given };
  const known = new LRUCache<string, string>({ maxSize: 4_000_000, sizeCalculation: (json, key) => json.length + key.length });
  const renderer = createBoundedProcess<Drawable, Rendering>({
    entry: new URL('./render-process.ts', import.meta.url),
    limits: { cpuMs: limits.renderCpuMs, idleMs: limits.idleMs },
    ...(onStart && { onStart }),
  });

  /** A rendering as JSON, and the CPU time that it took: none for one that is known. */
  const draw = async (drawable: Drawable, cpuMsLeft: number): Promise<{ json: string; cpuMs: number }> => {
    if (drawable.source.trim() === '') return { json: 'null', cpuMs: 0 };
    const key = createHash('sha256').update(JSON.stringify(drawable)).digest('base64');
    const found = known.get(key);
    if (found !== undefined) return { json: found, cpuMs: 0 };
    let cpuMs = 0;
    let json = 'null';
    const allowedMs = Math.min(limits.renderCpuMs, cpuMsLeft);
    try {
      json = JSON.stringify(await renderer.run(drawable, { cpuMs: allowedMs, onSpent: (spent) => (cpuMs = spent) }));
    } catch (error) {
      if (!(error instanceof OverLimit || error instanceof TaskFailed)) throw error;
      log.warn({ err: error, type: drawable.type, mode: drawable.mode }, 'rendering: shown as it was written');
      // Another document may have more left for the same node.
      if (error instanceof OverLimit && error.limit === 'cpu' && allowedMs < limits.renderCpuMs) return { json, cpuMs };
    }
    known.set(key, json);
    return { json, cpuMs };
  };

  const renderDocument = async (document: DocumentNode): Promise<Renderings | null> => {
    let cpuMsLeft = limits.documentCpuMs;
    let length = 0;
    let leftOut = 0;
    const renderings: (Rendering[] | null)[] = [];
    for (const drawables of drawablesOf(document)) {
      const rendered: Rendering[] = [];
      for (const drawable of drawables) {
        const rendering = length > limits.length || cpuMsLeft <= 0 ? null : await draw(drawable, cpuMsLeft);
        cpuMsLeft -= rendering?.cpuMs ?? 0;
        length += rendering?.json.length ?? 0;
        if (rendering === null || length > limits.length) leftOut += 1;
        rendered.push(rendering === null || length > limits.length ? null : (JSON.parse(rendering.json) as Rendering));
      }
      renderings.push(rendered.some((drawing) => drawing !== null) ? rendered : null);
    }
    if (leftOut > 0) log.warn({ leftOut }, 'rendering: too much in one text, the rest is shown as it was written');
    return renderings.some((entry) => entry !== null) ? renderings : null;
  };

  return {
    renderDocument,
    async renderToStore(document) {
      const waited = new AbortController();
      const drawing = renderDocument(document).then(
        (renderings): readonly [string | null, number] => [renderings === null ? null : JSON.stringify(renderings), rendererVersion],
        (error: unknown) => {
          log.warn({ err: error }, 'rendering: left to the job');
          return 'late' as const;
        },
      );
      const late = sleep(limits.saveMs, 'late' as const, { signal: waited.signal }).catch(() => 'late' as const);
      const first = await Promise.race([drawing, late]);
      waited.abort();
      if (first !== 'late') return first;
      onLate?.();
      return [null, 0];
    },
    close: renderer.close,
  };
}
