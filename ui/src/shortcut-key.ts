/** The characters on the keys of a US keyboard that shortcuts use, without and with Shift. */
const marks: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Comma: [',', '<'],
  Period: ['.', '>'],
};

/**
 * Returns the key of a shortcut, independent of the keyboard layout: a Latin letter as Shift alone produces it, so that Caps Lock makes no
 * difference. On a layout for another script (Cyrillic, Greek, Thai), it's the letter of the same key on a US keyboard. Latin layouts such
 * as Dvorak and AZERTY report the letter themselves.
 */
export function shortcutKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  // While an input method is composing, the letter isn't known; outside text fields it doesn't compose.
  const isOtherScript = /^[\p{L}\p{M}\p{N}]+$/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key);
  if (!isOtherScript && key !== 'Process' && key !== 'Unidentified') return key;
  const [, latinKey] = /^Key([A-Z])$/.exec(code) ?? [];
  if (latinKey !== undefined) return shiftKey ? latinKey : latinKey.toLowerCase();
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit !== undefined && !shiftKey) return digit;
  return marks[code]?.[shiftKey ? 1 : 0] ?? key;
}
