/** What is on the keys of a US keyboard that shortcuts use, without and with Shift. */
const marks: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Comma: [',', '<'],
  Period: ['.', '>'],
};

/**
 * The key of a shortcut, whatever the layout: a Latin letter as Shift alone makes it, so that Caps Lock changes nothing. On a layout of another
 * script (Cyrillic, Greek, Thai) it's the letter that the same key has on a US keyboard. Layouts of Latin letters, such as Dvorak and AZERTY, say
 * themselves which letter a key is.
 */
export function shortcutKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  // An input method that composes hides the letter; outside of text there is nothing to compose.
  const isOtherScript = /^[\p{L}\p{M}\p{N}]+$/u.test(key) && !/[\p{Script=Latin}0-9]/u.test(key);
  if (!isOtherScript && key !== 'Process' && key !== 'Unidentified') return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit !== undefined && !shiftKey) return digit;
  return marks[code]?.[shiftKey ? 1 : 0] ?? key;
}
