import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';

/** A line of text whose baseline starts at x, y. */
type Line = { readonly text: string; readonly x: number; readonly y: number; readonly size: number };

const require = createRequire(import.meta.url);

/** Every alphabet of a font is a separate file, which is opened when one of its characters first occurs. */
const alphabets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const;
const files = {
  title: (alphabet: string) => `@fontsource/source-serif-4/files/source-serif-4-${alphabet}-500-normal.woff`,
  by: (alphabet: string) => `@fontsource/inter/files/inter-${alphabet}-500-normal.woff`,
};

const opened = new Map<string, Font>();

/**
 * Returns the SVG path data of a line of text in one of the two fonts, with kerning, and its end. `letterSpacing` is in SVG units. A
 * character that no alphabet of the fonts contains leaves a gap.
 */
export function setLine({ text, x, y, size }: Line, fontName: keyof typeof files, letterSpacing: number): { path: string; end: number } {
  let at = x;
  let path = '';
  let before: { font: Font; glyph: Glyph } | null = null;
  for (const character of text) {
    const set = fontWith(fontName, character);
    if (set === null) {
      at += size * 0.5;
      before = null;
      continue;
    }
    const { font, glyph } = set;
    const scale = size / font.unitsPerEm;
    if (before?.font === font) at += font.getKerningValue(before.glyph, glyph) * scale;
    path += written(glyph.getPath(at, y, size).commands);
    at += glyph.advanceWidth * scale + letterSpacing;
    before = set;
  }
  return { path, end: at };
}

/** Returns false for a text with characters that none of the font's alphabets contains. */
export function hasLine(text: string, fontName: keyof typeof files): boolean {
  return Array.from(text).every((character) => /\s/u.test(character) || fontWith(fontName, character) !== null);
}

function fontWith(fontName: keyof typeof files, character: string): { font: Font; glyph: Glyph } | null {
  for (const alphabet of alphabets) {
    const font = fontOf(files[fontName](alphabet));
    const glyph = font.charToGlyph(character);
    if (glyph.index !== 0) return { font, glyph };
  }
  return null;
}

function fontOf(file: string): Font {
  let font = opened.get(file);
  if (!font) {
    const bytes = readFileSync(require.resolve(file));
    font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    opened.set(file, font);
  }
  return font;
}

/** Formats path commands with one decimal, a tenth of a pixel. */
function written(commands: readonly PathCommand[]): string {
  let path = '';
  for (const command of commands)
    path +=
      command.type +
      numbersOf(command)
        .map((number) => Math.round(number * 10) / 10)
        .join(' ');
  return path;
}

function numbersOf(command: PathCommand): number[] {
  if (command.type === 'Z') return [];
  if (command.type === 'C') return [command.x1, command.y1, command.x2, command.y2, command.x, command.y];
  return command.type === 'Q' ? [command.x1, command.y1, command.x, command.y] : [command.x, command.y];
}
