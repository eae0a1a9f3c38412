/** Letters of right-to-left scripts: Hebrew, Arabic, Syriac, Thaana, N'Ko and similar. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Line breaks, control characters and direction marks. Excludes the joiners of emoji and Persian words. */
const removedCharacters = /[\p{Cc}\p{Zl}\p{Zp}\s\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * Returns a name or a title for a sentence or an email subject: on one line, and between isolates (U+2068 and U+2069) if it is
 * right-to-left, so that the words around it keep their order. Plain text has no other means for that.
 */
export function nameInSentence(text: string): string {
  const line = text.replaceAll(removedCharacters, ' ').trim();
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}
