import { StudioError } from './request-studio.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

/** What somebody else saved meanwhile, as a CONFLICT tells it. */
export type NewerVersion = {
  readonly version: number;
  readonly title: string;
  readonly savedAt: string;
  /** Their name; null when that account is gone. */
  readonly savedBy: string | null;
  readonly bodyDelta: string;
};

/** How the words on the page stand to those on the server. */
export type SaveState =
  | { readonly kind: 'saved'; readonly at: number }
  | { readonly kind: 'dirty' }
  | { readonly kind: 'saving' }
  /** The network or the server is away; the words are kept on this device and sent again by themselves. */
  | { readonly kind: 'offline' }
  /** The server does not take the text; it says why. The next change tries again. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'conflict'; readonly newer: NewerVersion };

/** How one save is sent. `sequence` grows with each; with `isLeaving` the request must outlive the page. */
export type Send<TContent> = (
  content: TContent,
  options: { baseVersion: number; sequence: number; isLeaving: boolean },
) => Promise<{ version: number; savedAt: string }>;

/** What the engine needs. */
export type AutosaveOptions<TContent> = {
  readonly version: number;
  readonly savedAt: number;
  readonly send: Send<TContent>;
  /** Keeps unsaved words on this device, with the version they stand on; null when everything is saved. */
  readonly keep: (content: TContent | null, baseVersion: number) => void;
  readonly onState: (state: SaveState) => void;
};

/** Saves what is written, by itself. */
export type Autosave<TContent> = {
  /** The version that the next save stands on. */
  readonly version: () => number;
  readonly state: () => SaveState;
  /** Something is being changed; the words come with `change`. */
  touch(): void;
  /** The words have changed. */
  change(content: TContent): void;
  /** Sends what is unsaved now. True when everything is saved afterwards. */
  saveNow(): Promise<boolean>;
  /** The page may be going: sends what is unsaved in a way that outlives it. */
  leave(): void;
  /** The page now shows that version's words: restored ones, or the other person's. Nothing is unsaved. */
  adopt(saved: { version: number; savedAt: string }): void;
  /** After a conflict: these words are a new version upon the other person's. */
  overrule(content: TContent): Promise<boolean>;
};

/** After so long without a change the words are sent; and after so long in any case. */
const restMs = 1500;
const longestMs = 10_000;
const retryAfterMs = [2000, 5000, 15_000, 30_000] as const;

/** Creates the engine of one open page: one save at a time, the newest words last, and nothing is forgotten on a failure. */
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
    wake(retryAfterMs[Math.min(failures, retryAfterMs.length - 1)] ?? restMs);
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
        wake(restMs);
      }
    } catch (error) {
      fail(error, sending.content);
    }
  }

  /** One save at a time; a second call waits for the first and then sends what is new. */
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
      wake(Math.max(0, Math.min(restMs, firstChangeAt + longestMs - Date.now())));
    },
    async saveNow() {
      await run();
      return unsaved === null && state.kind === 'saved';
    },
    leave() {
      if (unsaved === null || isStuck()) return;
      clearTimeout(timer);
      // Also while another is on its way: the server passes over whichever comes late.
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
