import { shortcutKey } from '@newline/ui/shortcut-key';
import type { MediaController } from 'media-chrome';
import { type RefObject, useEffect } from 'react';
import { isWriting } from '../shortcuts/is-writing.ts';

type Props = {
  /** The player with its bar. */
  whole: RefObject<HTMLElement | null>;
  controller: RefObject<MediaController | null>;
  media: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
};

/** Keys that mean the video wherever the focus is; the others scroll the page or press what has the focus. */
const everywhere = new Set(['k', 'j', 'l', 'm', 'c', 'f', '<', '>']);

/**
 * The player's keys: media-chrome hears those of what is inside it; those of the bar below are handed on, and letters from anywhere on
 * the page where nothing is being written. A digit goes to that tenth of the video.
 */
export function usePlayerKeys({ whole, controller, media, isOn }: Props): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const handle = (event: KeyboardEvent) => {
      const [box, player, video] = [whole.current, controller.current, media.current];
      if (!box || !player || !video || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as Node;
      const key = shortcutKey(event);
      if (/^\d$/u.test(key) && !isWriting(target)) {
        if (Number.isFinite(video.duration)) video.currentTime = (video.duration * Number(key)) / 10;
        return;
      }
      // The player knows the letters of a Latin keyboard without Caps Lock.
      if (player.contains(target) && key === event.key) return;
      if (!box.contains(target) && !(everywhere.has(key) && !isWriting(target))) return;
      const press = new KeyboardEvent('keydown', { key, code: event.code, shiftKey: event.shiftKey });
      Object.defineProperty(press, 'target', { value: target });
      player.keyboardShortcutHandler(press);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [whole, controller, media, isOn]);
}
