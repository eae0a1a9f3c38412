import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DocumentNode } from '@newline/document/document-node';
import { drawablesOf, type Drawable, type Drawing, type Drawings } from '@newline/document/drawings';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import type { DrawAnswer } from './draw-process.ts';

/** Raised when drawings come out otherwise than before: the job then draws every stored text anew. */
export const drawerVersion = 1;

/** Draws what a text holds to be drawn. */
export type Drawer = {
  /** The drawings of a normalised document, null when there is nothing to draw. Never fails: what cannot be drawn is null, and logged. */
  drawDocument(document: DocumentNode): Promise<Drawings | null>;
  /**
   * What is stored beside a text that is saved: its drawings as JSON, and the version of the drawer. `[null, 0]`, which leaves it
   * to the job, when drawing takes longer than a writer should wait; it goes on meanwhile, so that the job finds it done.
   */
  drawToStore(document: DocumentNode): Promise<readonly [drawn: string | null, drawer: number]>;
  /** Ends its process; what is asked afterwards is not drawn. */
  close(): Promise<void>;
};

/** How long things may take, and how much may be drawn. */
export type DrawerLimits = {
  /** For one node, in milliseconds. */
  readonly drawMs: number;
  /** For loading a library and a grammar. */
  readonly loadMs: number;
  /** After this long without work the process ends, and with it all that it loaded. */
  readonly idleMs: number;
  /** For a text that somebody waits to see saved. */
  readonly saveMs: number;
  /** For all nodes of a document. */
  readonly documentMs: number;
  /** Characters of all drawings of a document as JSON. */
  readonly length: number;
};

const drawProcess = fileURLToPath(new URL('./draw-process.ts', import.meta.url));

const usualLimits: DrawerLimits = { drawMs: 2000, loadMs: 20_000, idleMs: 10_000, saveMs: 2500, documentMs: 20_000, length: 3_000_000 };

/** What a drawer needs. */
export type DrawerOptions = {
  readonly log: Log;
  readonly limits?: Partial<DrawerLimits>;
  /** Told of a text that was left to the job. */
  readonly onLate?: () => void;
};

/**
 * A drawer whose libraries live in a process of their own, started when there is something to draw. What they need of memory
 * goes when it ends (a thread would leave it with the server), and a source that takes too long or too much ends only that process.
 * It knows no setting of the site, may read files and may neither write any nor start anything.
 */
export function createDrawer({ log, limits: given = {}, onLate }: DrawerOptions): Drawer {
  const limits = { ...usualLimits, ...given };
  const known = new LRUCache<string, string>({ maxSize: 4_000_000, sizeCalculation: (json, key) => json.length + key.length });
  let helper: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const end = async () => {
    clearTimeout(idle);
    const ended = helper;
    helper = null;
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
    ended.ref();
    const exited = once(ended, 'exit');
    ended.kill('SIGKILL');
    await exited;
  };

  const start = () => {
    const started = fork(drawProcess, {
      env: {},
      execArgv: ['--max-old-space-size=256', '--permission', '--allow-fs-read=*'],
      stdio: 'ignore',
    });
    // One that ends while nobody waits for it is simply gone.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (helper === started) helper = null;
    });
    return started;
  };

  const drawInHelper = async (drawable: Drawable): Promise<Drawing> => {
    clearTimeout(idle);
    helper ??= start();
    helper.ref();
    helper.channel?.ref();
    try {
      return await ask(helper, drawable, limits);
    } catch (error) {
      if (error instanceof HelperLost) await end();
      throw error;
    } finally {
      helper?.unref();
      helper?.channel?.unref();
      idle = setTimeout(() => void end(), limits.idleMs).unref();
    }
  };

  const draw = async (drawable: Drawable): Promise<string> => {
    if (isClosed || drawable.source.trim() === '') return 'null';
    const key = createHash('sha256').update(JSON.stringify(drawable)).digest('base64');
    const found = known.get(key);
    if (found !== undefined) return found;
    // One after the other: there is one process.
    const mine = turn.then(() => (isClosed ? null : drawInHelper(drawable)));
    turn = mine.catch(() => undefined);
    let json = 'null';
    try {
      json = JSON.stringify(await mine);
    } catch (error) {
      log.warn({ err: error, type: drawable.type, mode: drawable.mode }, 'drawing: shown as it was written');
    }
    known.set(key, json);
    return json;
  };

  const drawDocument = async (document: DocumentNode): Promise<Drawings | null> => {
    const until = Date.now() + limits.documentMs;
    let length = 0;
    let leftOut = 0;
    const drawings: (Drawing[] | null)[] = [];
    for (const drawables of drawablesOf(document)) {
      const drawn: Drawing[] = [];
      for (const drawable of drawables) {
        const json = length > limits.length || Date.now() > until ? null : await draw(drawable);
        length += json?.length ?? 0;
        if (json === null || length > limits.length) leftOut += 1;
        drawn.push(json === null || length > limits.length ? null : (JSON.parse(json) as Drawing));
      }
      drawings.push(drawn.some((drawing) => drawing !== null) ? drawn : null);
    }
    if (leftOut > 0) log.warn({ leftOut }, 'drawing: too much in one text, the rest is shown as it was written');
    return drawings.some((entry) => entry !== null) ? drawings : null;
  };

  return {
    drawDocument,
    async drawToStore(document) {
      const waited = new AbortController();
      const drawing = drawDocument(document).then((drawings): readonly [string | null, number] => [
        drawings === null ? null : JSON.stringify(drawings),
        drawerVersion,
      ]);
      const late = sleep(limits.saveMs, 'late' as const, { signal: waited.signal }).catch(() => 'late' as const);
      const first = await Promise.race([drawing, late]);
      waited.abort();
      if (first !== 'late') return first;
      onLate?.();
      return [null, 0];
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}

/** The process is no longer to be used. */
class HelperLost extends Error {}

function ask(helper: ChildProcess, drawable: Drawable, { loadMs, drawMs }: DrawerLimits): Promise<Drawing> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      helper.off('message', onMessage).off('error', onError).off('exit', onExit);
      act();
    };
    const expire = (what: string, ms: number) =>
      setTimeout(() => settle(() => reject(new HelperLost(`${what} took more than ${ms} ms`))), ms);
    let timer = expire('loading', loadMs);
    const onMessage = (message: unknown) => {
      const answer = message as DrawAnswer;
      if (answer.kind === 'loaded') {
        clearTimeout(timer);
        timer = expire('drawing', drawMs);
      } else if (answer.kind === 'drawn') settle(() => resolve(answer.drawing));
      else settle(() => reject(new Error(answer.reason)));
    };
    const onError = (error: Error) => settle(() => reject(new HelperLost('the drawing process failed', { cause: error })));
    const onExit = (code: number | null, signal: string | null) =>
      settle(() => reject(new HelperLost(`the drawing process ended (${code ?? signal})`)));
    helper.on('message', onMessage).on('error', onError).on('exit', onExit);
    helper.send(drawable);
  });
}
