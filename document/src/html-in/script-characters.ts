const below: Readonly<Record<string, string>> = {
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
const above: Readonly<Record<string, string>> = {
  ...pairs('0123456789+-=()', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾'),
  ...pairs('abcdefghijklmnoprstuvwxyz', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'),
};

/** Converts text in subscript or superscript to Unicode characters, such as the 2 in H₂O. Null if a character has no such form. */
export function scriptCharacters(tag: 'sub' | 'sup', words: string): string | null {
  const characters = tag === 'sub' ? below : above;
  let written = '';
  for (const character of words) {
    const replacement = Object.hasOwn(characters, character) ? characters[character] : undefined;
    if (replacement === undefined) return null;
    written += replacement;
  }
  return written === '' ? null : written;
}

function pairs(plain: string, small: string): Record<string, string> {
  const others = [...small];
  return Object.fromEntries([...plain].map((character, index) => [character, others[index] ?? character]));
}
