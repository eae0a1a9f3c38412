/*
 * Creates db/demo/media/logos/{slug}.svg for every company and school in db/demo/content/logos.json: names in type, as paths, 32 px high,
 * in one gray with a contrast of 4 to 1 in both themes (an SVG in an <img> can't use the page's color). Needs Python with fontTools.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '@newline/ui/covers/escape-markup';
import { LOGO_DESIGNS, type LogoDesign } from './logo-designs.ts';
import { setType, type TypeRun, widthOf } from './type-setter.ts';

const HEIGHT = 32;
const INK = '#717c75';
const media = join(import.meta.dirname, '../media/logos');
const names = new Map<string, string>();
const listed: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../content/logos.json'), 'utf8'));
for (const group of Object.values(listed as Record<string, { slug: string; name: string }[]>))
  for (const { slug, name } of group) names.set(slug, name);

const lineWidth = (line: readonly TypeRun[]): number => line.reduce((sum, run) => sum + widthOf(run), 0);

function drawLine(line: readonly TypeRun[], y: number): string {
  let x = 0;
  let path = '';
  for (const run of line) {
    path += setType(run, x, y);
    x += widthOf(run) + (run.spacing ?? 0) * run.size;
  }
  return path;
}

function logoFile(design: LogoDesign, name: string): string {
  const [first, second] = design.lines;
  const width = Math.ceil(Math.max(lineWidth(first), second ? lineWidth(second) : 0)) + 1;
  const baselines = second ? (design.hasRule ? [13.5, 29] : [12.5, 28]) : [design.hasRule ? 21 : 23];
  const words = drawLine(first, baselines[0] ?? 0) + (second ? drawLine(second, baselines[1] ?? 0) : '');
  const rule = design.hasRule ? `M0 ${second ? 18 : 27}h${width}v1h-${width}z` : '';
  const head = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"`;
  return `<svg ${head} role="img" aria-label="${escapeMarkup(name)}"><path fill="${INK}" d="${words}${rule}"/></svg>\n`;
}

rmSync(media, { recursive: true, force: true });
mkdirSync(media, { recursive: true });
for (const [slug, name] of names) {
  const design = LOGO_DESIGNS.find((one) => one.slug === slug) ?? {
    slug,
    lines: [[{ text: name, face: 'serif', weight: 600, size: 21, spacing: -0.01 }]],
  };
  writeFileSync(join(media, `${slug}.svg`), logoFile(design, name));
}
console.log(`${names.size} logos`);
