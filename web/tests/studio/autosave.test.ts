import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAutosave, type SaveState, type Send } from '../../app/features/studio/autosave.ts';
import { StudioError } from '../../app/features/studio/request-studio.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

type Sent = { content: string; baseVersion: number; sequence: number; isLeaving: boolean };

/** Creates an engine whose server is this test, which answers each save manually. */
function start(version = 1) {
  const states: SaveState['kind'][] = [];
  const stored: (string | null)[] = [];
  const sent: Sent[] = [];
  const answers: { resolve: (version: number) => void; reject: (error: unknown) => void }[] = [];
  const send: Send<string> = (content, options) =>
    new Promise((resolve, reject) => {
      sent.push({ content, ...options });
      answers.push({ resolve: (to) => resolve({ version: to, savedAt: '2026-11-21T10:00:00Z' }), reject });
    });
  const autosave = createAutosave<string>({
    version,
    savedAt: 0,
    send,
    keep: (content) => stored.push(content),
    onState: ({ kind }) => states.push(kind),
  });
  const answer = async (at: number, to: number | Error) => {
    if (typeof to === 'number') answers[at]?.resolve(to);
    else answers[at]?.reject(to);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosave, sent, states, stored, answer };
}

const conflict = new StudioError('CONFLICT', 'Ada was quicker.', {
  current: { version: 7, title: 'Theirs', savedAt: '2026-11-21T10:00:00Z', savedBy: 'Ada', bodyDelta: '{}' },
});

describe('edited text', () => {
  test('is stored on the device immediately, and sent when typing pauses, after ten seconds at the latest @EDIT-12', async () => {
    const { autosave, sent, stored } = start();
    autosave.change('a');
    expect(stored).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1499);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ content: 'a', baseVersion: 1, sequence: 1, isLeaving: false }]);

    const busy = start();
    for (let at = 0; at < 10_000; at += 1000) {
      busy.autosave.change(`${at}`);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(busy.sent.map(({ content }) => content)).toEqual(['9000']);
  });

  test('is sent one save after another, each based on the previous version; then the device deletes it @EDIT-12', async () => {
    const { autosave, sent, states, stored, answer } = start();
    autosave.change('a');
    await vi.advanceTimersByTimeAsync(1500);
    autosave.change('ab');
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(1);
    await answer(0, 2);
    await vi.advanceTimersByTimeAsync(1500);
    expect(sent[1]).toEqual({ content: 'ab', baseVersion: 2, sequence: 2, isLeaving: false });
    expect(stored.at(-1)).toBe('ab');
    await answer(1, 3);
    expect(stored.at(-1)).toBeNull();
    expect(states).toEqual(['dirty', 'saving', 'saving', 'saved'].toSpliced(2, 0, 'dirty'));
    expect(autosave.version()).toBe(3);
  });

  test('stays when the network is unavailable, and is retried automatically, including the newest text @EDIT-12', async () => {
    const { autosave, sent, stored, answer } = start();
    autosave.change('a');
    await vi.advanceTimersByTimeAsync(1500);
    await answer(0, new TypeError('Failed to fetch'));
    expect(autosave.state()).toEqual({ kind: 'offline' });
    expect(stored.at(-1)).toBe('a');
    await vi.advanceTimersByTimeAsync(2000);
    await answer(1, new StudioError('UNAVAILABLE', 'The database is not responding.', {}));
    autosave.change('ab');
    await vi.advanceTimersByTimeAsync(1500);
    await answer(2, 2);
    expect(sent.map(({ content }) => content)).toEqual(['a', 'a', 'ab']);
    expect(autosave.state().kind).toBe('saved');
  });

  test('is sent when the page closes, even during another save, numbered after it @EDIT-12', async () => {
    const { autosave, sent, answer } = start();
    autosave.change('a');
    await vi.advanceTimersByTimeAsync(1500);
    autosave.change('ab');
    autosave.leave();
    expect(sent[1]).toEqual({ content: 'ab', baseVersion: 1, sequence: 2, isLeaving: true });
    // The responses may arrive in either order: the page continues from the newer version.
    await answer(1, 3);
    await answer(0, 2);
    expect(autosave.version()).toBe(3);
    autosave.leave();
    expect(sent).toHaveLength(2);
  });

  test('isn’t sent over another user’s save until the user decides @EDIT-12', async () => {
    const { autosave, sent, stored, answer } = start(5);
    autosave.change('mine');
    await vi.advanceTimersByTimeAsync(1500);
    await answer(0, conflict);
    expect(autosave.state()).toMatchObject({ kind: 'conflict', newer: { version: 7, savedBy: 'Ada' } });
    autosave.change('mine, longer');
    await vi.advanceTimersByTimeAsync(60_000);
    autosave.leave();
    expect(sent).toHaveLength(1);
    expect(stored.at(-1)).toBe('mine, longer');
    const overruled = autosave.overrule('mine, longer');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent[1]).toMatchObject({ content: 'mine, longer', baseVersion: 7 });
    await answer(1, 8);
    expect(await overruled).toBe(true);
    expect(autosave.state().kind).toBe('saved');
  });

  test('that the server refuses waits for a change; after signing out, it waits for the session @EDIT-12', async () => {
    const { autosave, sent, answer } = start();
    autosave.change('a');
    await vi.advanceTimersByTimeAsync(1500);
    await answer(0, new StudioError('BAD_INPUT', 'bodyDelta: too long.', {}));
    expect(autosave.state()).toEqual({ kind: 'refused', message: 'Too long.' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    autosave.change('b');
    await vi.advanceTimersByTimeAsync(1500);
    await answer(1, new StudioError('LOGIN_REQUIRED', 'Please sign in.', {}));
    expect(autosave.state().kind).toBe('signed-out');
    await vi.advanceTimersByTimeAsync(5000);
    await answer(2, 2);
    expect(autosave.state().kind).toBe('saved');
  });
});

test('of another version that the page took over leaves nothing unsaved @EDIT-12', async () => {
  const { autosave, sent, stored } = start();
  autosave.change('a');
  autosave.adopt({ version: 4, savedAt: '2026-11-21T10:00:00Z' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent.length, stored.at(-1), autosave.version()]).toEqual([0, null, 4]);
  expect(await autosave.saveNow()).toBe(true);
});
