import { expect, test } from 'vitest';
import { scriptCharacters } from '../src/html-in/script-characters.ts';

test('subscripts and superscripts become characters where those exist @DOC-02', () => {
  expect(scriptCharacters('sub', '2')).toBe('₂');
  expect(scriptCharacters('sub', 'i+1')).toBe('ᵢ₊₁');
  expect(scriptCharacters('sup', '-10')).toBe('⁻¹⁰');
  expect(scriptCharacters('sup', 'th')).toBe('ᵗʰ');
  for (const words of ['', 'é', 'q', 'a b', '2,5', '😀']) expect(scriptCharacters('sup', words), words).toBeNull();
});
