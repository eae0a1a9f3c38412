/** Letters of scripts that run from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko and their like. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Line ends, control characters and marks of direction. The joiners of emoji and Persian words are none of these. */
const notInNames = /[\p{Cc}\p{Zl}\p{Zp}\s\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * A name or a title within a sentence or a subject of a mail: on one line, and between isolates (U+2068 and U+2069) where it runs from
 * right to left, so that the words around it keep their order. Plain text has no other way to say so.
 */
export function nameInSentence(text: string): string {
  const line = text.replaceAll(notInNames, ' ').trim();
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
}
