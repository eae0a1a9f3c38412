import { shortcutKey } from '@newline/ui/shortcut-key';
import type { MediaController } from 'media-chrome';
import { type RefObject, useEffect } from 'react';
import { isWriting } from '../shortcuts/is-writing.ts';

type Props = {
  /** The element around the player and its bar. */
  container: RefObject<HTMLElement | null>;
  controller: RefObject<MediaController | null>;
  media: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
};

/** The keys that control the video wherever the focus is; others scroll the page or activate the focused control. */
const globalKeys = new Set(['k', 'j', 'l', 'm', 'c', 'f', '<', '>']);

/**
 * Handles the player's keys. media-chrome handles keys inside it; keys from the bar below are forwarded, and so are letters from anywhere
 * on the page unless the user is typing. A digit seeks to that tenth of the video.
 */
export function usePlayerKeys({ container, controller, media, isOn }: Props): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const handle = (event: KeyboardEvent) => {
      const [box, player, video] = [container.current, controller.current, media.current];
      if (!box || !player || !video || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as Node;
      const key = shortcutKey(event);
      if (/^\d$/u.test(key) && !isWriting(target)) {
        if (Number.isFinite(video.duration)) video.currentTime = (video.duration * Number(key)) / 10;
        return;
      }
      // The player itself handles the letters of a Latin keyboard without Caps Lock.
      if (player.contains(target) && key === event.key) return;
      if (!box.contains(target) && !(globalKeys.has(key) && !isWriting(target))) return;
      const press = new KeyboardEvent('keydown', { key, code: event.code, shiftKey: event.shiftKey });
      Object.defineProperty(press, 'target', { value: target });
      player.keyboardShortcutHandler(press);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [container, controller, media, isOn]);
}
