import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentNode } from '@newline/document/document-node';
import { drawablesOf, type Drawable, type Rendering, type Renderings } from '@newline/document/renderings';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import { createBoundedProcess, OverLimit, TaskFailed } from '../../processes/bounded-process.ts';

/**
 * Version of the renderer. Increase it when renderings change: the job then renders every stored text again. Version 2: a text that a busy
 * machine didn't finish in time had been stored as if there were nothing to render.
 */
export const rendererVersion = 2;

/** Renders the code, formulas and diagrams of a text. */
export type Renderer = {
  /**
   * Returns the renderings of a normalized document, or null if there is nothing to render. A node that can't be rendered, or that takes
   * too much CPU time, is null in the result and logged.
   * @throws ProcessLost if the process was lost or the renderer is closed: that says nothing about the document, so keep it queued
   */
  renderDocument(document: DocumentNode): Promise<Renderings | null>;
  /**
   * Returns the renderings to store with a text that is saved, as JSON, and the version of the renderer. Returns `[null, 0]`, which leaves
   * the text to the job, if rendering takes longer than a writer should wait or its process is lost; rendering continues meanwhile, so that
   * the job finds the result cached.
   */
  renderToStore(document: DocumentNode): Promise<readonly [rendered: string | null, version: number]>;
  /** Ends the process. Later requests aren't rendered. */
  close(): Promise<void>;
};

/** Limits of the work for one document. */
export type RendererLimits = {
  /** CPU time for one node, in milliseconds. */
  readonly renderCpuMs: number;
  /** CPU time for all nodes of a document, in milliseconds. */
  readonly documentCpuMs: number;
  /** Idle time in milliseconds after which the process ends and frees the memory of its libraries. */
  readonly idleMs: number;
  /**
   * How long saving a text waits for its renderings, in milliseconds. It doesn't limit the work: the job stores renderings that take
   * longer.
   */
  readonly saveMs: number;
  /** Maximum length of all renderings of a document as JSON, in characters. */
  readonly length: number;
};

const usualLimits: RendererLimits = { renderCpuMs: 2000, documentCpuMs: 20_000, idleMs: 10_000, saveMs: 2500, length: 3_000_000 };

export type RendererOptions = {
  readonly log: Log;
  readonly limits?: Partial<RendererLimits>;
  /** Called when a text was left to the job. */
  readonly onLate?: () => void;
  /** Called each time the process is started. */
  readonly onStart?: () => void;
};

/**
 * Creates a renderer whose libraries run in a bounded process, started when there is something to render. Their memory is freed when the
 * process ends (a thread's would stay with the server), and a source that takes too much ends only that process. Limits are CPU time, so a
 * slow or busy machine renders the same, only later.
 */
export function createRenderer({ log, limits: overrides = {}, onLate, onStart }: RendererOptions): Renderer {
  const limits = { ...usualLimits, ...overrides };
  const cache = new LRUCache<string, string>({ maxSize: 4_000_000, sizeCalculation: (json, key) => json.length + key.length });
  const renderer = createBoundedProcess<Drawable, Rendering>({
    entry: new URL('./render-process.ts', import.meta.url),
    limits: { cpuMs: limits.renderCpuMs, idleMs: limits.idleMs },
    ...(onStart && { onStart }),
  });

  /** Returns a rendering as JSON and the CPU time that it took: 0 if it was cached. */
  const renderNode = async (drawable: Drawable, cpuMsLeft: number): Promise<{ json: string; cpuMs: number }> => {
    if (drawable.source.trim() === '') return { json: 'null', cpuMs: 0 };
    const key = createHash('sha256').update(JSON.stringify(drawable)).digest('base64');
    const cached = cache.get(key);
    if (cached !== undefined) return { json: cached, cpuMs: 0 };
    let cpuMs = 0;
    let json = 'null';
    const allowedMs = Math.min(limits.renderCpuMs, cpuMsLeft);
    try {
      json = JSON.stringify(await renderer.run(drawable, { cpuMs: allowedMs, onSpent: (spent) => (cpuMs = spent) }));
    } catch (error) {
      if (!(error instanceof OverLimit || error instanceof TaskFailed)) throw error;
      log.warn({ err: error, type: drawable.type, mode: drawable.mode }, 'rendering: the source is shown as plain text');
      // Another document may have more CPU time left for the same node.
      if (error instanceof OverLimit && error.limit === 'cpu' && allowedMs < limits.renderCpuMs) return { json, cpuMs };
    }
    cache.set(key, json);
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
        const rendering = length > limits.length || cpuMsLeft <= 0 ? null : await renderNode(drawable, cpuMsLeft);
        cpuMsLeft -= rendering?.cpuMs ?? 0;
        length += rendering?.json.length ?? 0;
        if (rendering === null || length > limits.length) leftOut += 1;
        rendered.push(rendering === null || length > limits.length ? null : (JSON.parse(rendering.json) as Rendering));
      }
      renderings.push(rendered.some((entry) => entry !== null) ? rendered : null);
    }
    if (leftOut > 0) log.warn({ leftOut }, 'rendering: too much in one text, the rest is shown as plain text');
    return renderings.some((entry) => entry !== null) ? renderings : null;
  };

  return {
    renderDocument,
    async renderToStore(document) {
      const waited = new AbortController();
      const pending = renderDocument(document).then(
        (renderings): readonly [string | null, number] => [renderings === null ? null : JSON.stringify(renderings), rendererVersion],
        (error: unknown) => {
          log.warn({ err: error }, 'rendering: left to the job');
          return 'late' as const;
        },
      );
      const timeout = sleep(limits.saveMs, 'late' as const, { signal: waited.signal }).catch(() => 'late' as const);
      const winner = await Promise.race([pending, timeout]);
      waited.abort();
      if (winner !== 'late') return winner;
      onLate?.();
      return [null, 0];
    },
    close: renderer.close,
  };
}
