import { useCallback, useSyncExternalStore } from 'react';
import { readDevice, writeDevice } from '../browser-storage.ts';
import { graphql } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import { useViewer } from '../viewer.tsx';

const changed = 'newline:keys';

const ShortcutsDocument = graphql(/* GraphQL */ `mutation shortcuts($userId: UUID!, $hasShortcuts: Boolean!) {
  updateUserSettingByUserId(input: { userId: $userId, patch: { hasShortcuts: $hasShortcuts } }) { userSetting { hasShortcuts } }
}`);

/**
 * Returns whether single-key shortcuts are on, and a function that changes it. Stored in the account of a signed-in user, and in this
 * browser for a visitor. On by default.
 */
export function useShortcuts(): { isOn: boolean; setOn: (isOn: boolean) => Promise<void> } {
  const { viewer, reload } = useViewer();
  const isOnInBrowser = useSyncExternalStore(subscribe, isOnHere, () => true);
  const userId = viewer?.id ?? null;
  const setOn = useCallback(
    async (isOn: boolean) => {
      if (userId === null) return storeInBrowser(isOn);
      await requestDocument(ShortcutsDocument, { userId, hasShortcuts: isOn });
      await reload();
    },
    [userId, reload],
  );
  return { isOn: viewer?.settings ? viewer.settings.hasShortcuts : isOnInBrowser, setOn };
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}

function isOnHere(): boolean {
  return readDevice('keys') !== 'off';
}

function storeInBrowser(isOn: boolean): void {
  writeDevice('keys', isOn ? null : 'off');
  dispatchEvent(new Event(changed));
}
