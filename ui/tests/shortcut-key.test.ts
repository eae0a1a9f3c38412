import { expect, test } from 'vitest';
import { shortcutKey } from '@newline/ui/shortcut-key';

test.each([
  ['a US keyboard', 'k', 'KeyK', false, 'k'],
  ['Shift', 'N', 'KeyN', true, 'N'],
  ['Caps Lock', 'K', 'KeyK', false, 'k'],
  ['Caps Lock with Shift', 'n', 'KeyN', true, 'N'],
  ['Dvorak, where K is on V', 'k', 'KeyV', false, 'k'],
  ['Dvorak, where the key K is T', 't', 'KeyK', false, 't'],
  ['AZERTY, where M is on the semicolon', 'm', 'Semicolon', false, 'm'],
  ['AZERTY, whose digits need Shift', 'é', 'Digit2', false, 'é'],
  ['AZERTY with Shift', '2', 'Digit2', true, '2'],
  ['German', 'ö', 'Semicolon', false, 'ö'],
  ['German, where the slash is Shift and 7', '/', 'Digit7', true, '/'],
  ['Russian', 'л', 'KeyK', false, 'k'],
  ['Russian with Caps Lock', 'Л', 'KeyK', false, 'k'],
  ['Russian with Shift', 'Т', 'KeyN', true, 'N'],
  ['Russian, slower', 'Б', 'Comma', true, '<'],
  ['Russian, where the key of the slash is a period', '.', 'Slash', false, '.'],
  ['Greek', 'κ', 'KeyK', false, 'k'],
  ['Hebrew', 'ל', 'KeyK', false, 'k'],
  ['Arabic', 'ن', 'KeyK', false, 'k'],
  ['Arabic digits', '٣', 'Digit3', false, '3'],
  ['Thai', 'ม', 'Slash', false, '/'],
  ['Thai, a vowel mark on a digit', 'ุ', 'Digit6', false, '6'],
  ['Korean', 'ㅏ', 'KeyK', false, 'k'],
  ['an input method', 'Process', 'KeyK', false, 'k'],
  ['a named key', 'Enter', 'Enter', false, 'Enter'],
  ['a dead key', 'Dead', 'BracketLeft', false, 'Dead'],
  ['the space', ' ', 'Space', false, ' '],
])('%s: %s on %s', (_, key, code, shiftKey, expected) => {
  expect(shortcutKey({ key, code, shiftKey })).toBe(expected);
});
