import { StudioError } from './request-studio.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

/** What someone else saved meanwhile, from a CONFLICT error. */
export type NewerVersion = {
  readonly version: number;
  readonly title: string;
  readonly savedAt: string;
  /** Their name; null when that account was deleted. */
  readonly savedBy: string | null;
  readonly bodyDelta: string;
};

/** How the text on the page compares to the server's. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  /** The network or the server is unavailable; the text is stored on this device and sent again automatically. */
  | { readonly kind: 'offline' }
  /** The server refuses the text, with a reason. The next change tries again. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'conflict'; readonly newer: NewerVersion };

/** Sends one save. `sequence` increases with each one; with `isLeaving` the request must outlive the page. */
export type Send<TContent> = (
  content: TContent,
  options: { baseVersion: number; sequence: number; isLeaving: boolean },
) => Promise<{ version: number; savedAt: string }>;

/** The options of the engine. */
export type AutosaveOptions<TContent> = {
  readonly version: number;
  readonly savedAt: number;
  readonly send: Send<TContent>;
  /** Stores unsaved text on this device, with the version it's based on; null when everything is saved. */
  readonly keep: (content: TContent | null, baseVersion: number) => void;
  readonly onState: (state: SaveState) => void;
};

/** Saves text automatically. */
export type Autosave<TContent> = {
  /** The version on which the next save is based. */
  readonly version: () => number;
  readonly state: () => SaveState;
  /** Something is being changed; the text follows with `change`. */
  touch(): void;
  /** The text has changed. */
  change(content: TContent): void;
  /** Saves unsaved text now. Resolves to true when everything is saved. */
  saveNow(): Promise<boolean>;
  /** The page may be closing: sends unsaved text with a request that outlives it. */
  leave(): void;
  /** The page now shows that version, restored or by someone else. Nothing is unsaved. */
  adopt(saved: { version: number; savedAt: string }): void;
  /** After a conflict: saves this text as a new version on top of the other one. */
  overrule(content: TContent): Promise<boolean>;
};

/** The delay after the last change, and the maximum delay, before the text is sent. */
const idleMs = 1500;
const maxDelayMs = 10_000;
const retryAfterMs = [2000, 5000, 15_000, 30_000] as const;

/** Creates the autosave engine of an open page: one save at a time, the newest text last, and nothing is lost on a failure. */
export function createAutosave<TContent>(options: AutosaveOptions<TContent>): Autosave<TContent> {
  const { send, keep, onState } = options;
  let base = options.version;
  let state: SaveState = { kind: 'saved', at: options.savedAt };
  let unsaved: { content: TContent } | null = null;
  let running: Promise<void> | null = null;
  let sequence = 0;
  let failures = 0;
  let firstChangeAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setState = (next: SaveState) => {
    state = next;
    onState(next);
  };
  const wake = (inMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), inMs);
  };
  const accept = (version: number) => {
    base = Math.max(base, version);
    failures = 0;
  };

  const isStuck = () => state.kind === 'conflict';

  function fail(error: unknown, content: TContent): void {
    unsaved ??= { content };
    keep(unsaved.content, base);
    const code = error instanceof StudioError ? error.code : 'OFFLINE';
    if (code === 'CONFLICT' && error instanceof StudioError)
      return setState({ kind: 'conflict', newer: error.details['current'] as NewerVersion });
    if (code === 'LOGIN_REQUIRED') setState({ kind: 'signed-out' });
    else if (/^(?:BAD_INPUT|FORBIDDEN|NOT_FOUND|LIMIT_EXCEEDED)$/.test(code)) {
      return setState({ kind: 'refused', message: sentenceOf(error) });
    } else setState({ kind: 'offline' });
    wake(retryAfterMs[Math.min(failures, retryAfterMs.length - 1)] ?? idleMs);
    failures += 1;
  }

  async function sendOne(isLeaving: boolean): Promise<void> {
    const sending = unsaved;
    if (!sending) return;
    unsaved = null;
    firstChangeAt = null;
    sequence += 1;
    setState({ kind: 'saving' });
    try {
      const { version, savedAt } = await send(sending.content, { baseVersion: base, sequence, isLeaving });
      accept(version);
      if (unsaved === null) {
        keep(null, base);
        setState({ kind: 'saved', at: Date.parse(savedAt) });
      } else {
        setState({ kind: 'dirty' });
        wake(idleMs);
      }
    } catch (error) {
      fail(error, sending.content);
    }
  }

  /** One save at a time; a second call waits for the first and then sends newer text. */
  async function run(): Promise<void> {
    clearTimeout(timer);
    while (running) await running;
    if (unsaved === null || isStuck()) return;
    running = sendOne(false).finally(() => {
      running = null;
    });
    await running;
  }

  return {
    version: () => base,
    state: () => state,
    touch() {
      if (state.kind === 'saved') setState({ kind: 'dirty' });
    },
    change(content) {
      unsaved = { content };
      keep(content, base);
      if (isStuck()) return;
      firstChangeAt ??= Date.now();
      if (state.kind === 'saved' || state.kind === 'refused') setState({ kind: 'dirty' });
      wake(Math.max(0, Math.min(idleMs, firstChangeAt + maxDelayMs - Date.now())));
    },
    async saveNow() {
      await run();
      return unsaved === null && state.kind === 'saved';
    },
    leave() {
      if (unsaved === null || isStuck()) return;
      clearTimeout(timer);
      // Even while another save is running: the server ignores the one that arrives late.
      void sendOne(true);
    },
    adopt({ version, savedAt }) {
      clearTimeout(timer);
      accept(version);
      unsaved = null;
      keep(null, base);
      setState({ kind: 'saved', at: Date.parse(savedAt) });
    },
    async overrule(content) {
      if (state.kind === 'conflict') accept(state.newer.version);
      unsaved = { content };
      setState({ kind: 'dirty' });
      await run();
      return unsaved === null;
    },
  };
}
