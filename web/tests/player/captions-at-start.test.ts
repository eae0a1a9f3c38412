import { afterEach, expect, test, vi } from 'vitest';
import { captionsAtStart, rememberCaptions } from '../../app/shared/player/player-choices.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a video starts with the captions that were last chosen on the device, in its own languages @CLIP-09', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  expect(captionsAtStart([])).toBe(-1);
  expect(captionsAtStart(['en', 'de'])).toBe(0);
  rememberCaptions('de');
  expect(captionsAtStart(['en', 'de'])).toBe(1);
  // Another video has no German captions.
  expect(captionsAtStart(['en'])).toBe(0);
  rememberCaptions(null);
  expect(captionsAtStart(['en', 'de'])).toBe(-1);
});
