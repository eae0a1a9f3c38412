/*
 * Creates db/demo/media/covers: for every course and book of db/demo/content, `{slug}.svg` (course 16:9, book 3:4) and `{slug}-wide.svg`
 * (295 x 165, for cards). Needs Python with fontTools.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverFile, type RenderText } from '@newline/ui/covers/cover-file';
import { readDemoItems } from './demo-items.ts';
import { setType } from './type-setter.ts';

const target = join(import.meta.dirname, '../media/covers');
const renderText: RenderText = (line, face, letterSpacing) => {
  const spacing = letterSpacing / line.size;
  const run = face === 'title' ? { face: 'serif' as const, weight: 480 } : { face: 'sans' as const, weight: 500 };
  return setType({ ...run, text: line.text, size: line.size, spacing }, line.x, line.y);
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
let bytes = 0;
const items = readDemoItems();
for (const { slug, ...item } of items)
  for (const shape of ['poster', 'wide'] as const) {
    const file = join(target, shape === 'poster' ? `${slug}.svg` : `${slug}-wide.svg`);
    writeFileSync(file, coverFile({ ...item, shape }, renderText));
    bytes += statSync(file).size;
  }
console.log(`${items.length} items, ${bytes} bytes`);
