import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetStorageOwner, setStorageOwner } from '../app/shared/browser-storage.ts';
import { openChannel, subscribeTabs, type TabMessage, notifyTabs } from '../app/shared/browser-tabs.ts';

const mara = '11111111-1111-1111-1111-111111111111';
const joao = '22222222-2222-2222-2222-222222222222';
const like: TabMessage = { kind: 'clip', clipId: 'a', action: 'like', isOn: true };

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  forgetStorageOwner();
});
afterEach(() => vi.unstubAllGlobals());

/** Opens another tab of the same browser, in which a user is signed in. */
function openTab(userId: string) {
  const channel = new NodeChannel('newline-tabs');
  const heard: unknown[] = [];
  channel.addEventListener('message', (event) => heard.push((event as MessageEvent<unknown>).data));
  const tell = (message: TabMessage) => {
    const envelope = { from: userId, message };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    channel.postMessage(envelope);
  };
  return { heard, tell, close: () => channel.close() };
}

test('a tab shares its user’s changes with the same user’s other tabs, and with no other user’s @CLIP-05', async () => {
  vi.stubGlobal('BroadcastChannel', NodeChannel);
  setStorageOwner(mara);
  const other = openTab(mara);
  const foreign = openTab(joao);
  const heard: TabMessage[] = [];
  const stop = subscribeTabs((message) => heard.push(message));
  try {
    notifyTabs(like);
    await expect.poll(() => other.heard).toEqual([{ from: mara, message: like }]);
    foreign.tell({ ...like, clipId: 'of João' });
    other.tell({ ...like, isOn: false });
    await expect.poll(() => heard).toEqual([{ ...like, isOn: false }]);
  } finally {
    stop();
    other.close();
    foreign.close();
  }
});

test('a browser that refuses channels leaves each tab independent', () => {
  const refuse = function refuse() {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  vi.stubGlobal('BroadcastChannel', refuse);
  setStorageOwner(mara);
  expect(openChannel('a')).toBeNull();
  const stop = subscribeTabs(() => undefined);
  notifyTabs(like);
  stop();
});
