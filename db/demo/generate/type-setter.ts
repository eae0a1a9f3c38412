import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';

const require = createRequire(import.meta.url);
const FILES = {
  serif: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
  serifItalic: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
  sans: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  mono: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
} as const;

/** One of the site's three font families; the serif also in italics. */
export type Face = keyof typeof FILES;

/** A piece of type: `spacing` is in em, `weight` as in CSS. */
export type TypeRun = {
  readonly text: string;
  readonly face: Face;
  readonly weight: number;
  readonly size: number;
  readonly spacing?: number;
};

/** Returns an instance of a variable font, cut by fontTools, because opentype.js only renders static outlines reliably. */
function openInstance(face: Face, axes: readonly string[]): Font {
  const folder = mkdtempSync(join(tmpdir(), 'demo-font-'));
  const file = join(folder, 'instance.ttf');
  // fontTools keeps the woff2 wrapper unless the flavor is removed.
  const cut = [
    'import sys',
    'from fontTools.ttLib import TTFont',
    'from fontTools.varLib.instancer import instantiateVariableFont',
    "place = {axis: float(value) for axis, value in (one.split('=') for one in sys.argv[3:])}",
    'font = instantiateVariableFont(TTFont(sys.argv[1]), place)',
    'font.flavor = None',
    'font.save(sys.argv[2])',
  ];
  execFileSync(process.env['PYTHON'] ?? '/usr/bin/python3', ['-c', cut.join('\n'), require.resolve(FILES[face]), file, ...axes], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

const instances = new Map<string, Font>();

/** Returns the font of a run; the serif's optical size follows the size, in steps, as on the page. */
function fontOf(run: TypeRun): Font {
  const isSerif = run.face === 'serif' || run.face === 'serifItalic';
  const optical = Math.min(60, Math.max(8, Math.round(run.size / 5) * 5));
  const axes = isSerif ? [`wght=${run.weight}`, `opsz=${optical}`] : [`wght=${run.weight}`];
  const key = [run.face, ...axes].join(' ');
  const font = instances.get(key) ?? openInstance(run.face, axes);
  instances.set(key, font);
  return font;
}

/** Returns the glyphs of a run with their positions, and where the last one ends. Kerned, without ligatures, which code and names don't have. */
function layOut(run: TypeRun, x: number): { glyphs: { glyph: Glyph; x: number }[]; end: number } {
  const font = fontOf(run);
  const scale = run.size / font.unitsPerEm;
  const spacing = (run.spacing ?? 0) * run.size;
  const glyphs: { glyph: Glyph; x: number }[] = [];
  let at = x;
  let before: Glyph | null = null;
  for (const character of run.text) {
    const glyph = font.charToGlyph(character);
    if (before) at += font.getKerningValue(before, glyph) * scale + spacing;
    glyphs.push({ glyph, x: at });
    at += glyph.advanceWidth * scale;
    before = glyph;
  }
  return { glyphs, end: at };
}

/** opentype.js' own writer returns NaN for some fractions. One decimal is a tenth of a unit in an image some hundred units wide. */
function writePath(commands: readonly PathCommand[]): string {
  let path = '';
  for (const command of commands) {
    const numbers =
      command.type === 'Z'
        ? []
        : command.type === 'C'
          ? [command.x1, command.y1, command.x2, command.y2, command.x, command.y]
          : command.type === 'Q'
            ? [command.x1, command.y1, command.x, command.y]
            : [command.x, command.y];
    path += command.type + numbers.map((number) => String(Math.round(number * 10) / 10)).join(' ');
  }
  return path;
}

/** Returns the path data of a piece of type whose baseline starts at x, y. */
export function setType(run: TypeRun, x: number, y: number): string {
  return layOut(run, x)
    .glyphs.map((one) => writePath(one.glyph.getPath(one.x, y, run.size).commands))
    .join('');
}

/** Returns the width of a piece of type, without the space after its last letter. */
export function widthOf(run: TypeRun): number {
  return layOut(run, 0).end;
}
