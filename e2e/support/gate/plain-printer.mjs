import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Stands in for Chromium, whose PDFs have their text compressed: prints a page as a PDF of one page that contains its HTML unchanged.
const option = '--print-to-pdf=';
const from = process.argv.find((word) => word.startsWith('file://'));
const to = process.argv.find((word) => word.startsWith(option));
if (from === undefined || to === undefined) throw new Error('plain-printer: expected a page and a file to write');
const html = readFileSync(fileURLToPath(from));
const objects = [
  '<</Type /Catalog /Pages 2 0 R>>',
  '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R>>',
  Buffer.concat([Buffer.from(`<</Length ${html.length}>> stream\n`), html, Buffer.from('\nendstream')]),
];
const parts = [Buffer.from('%PDF-1.4\n')];
const starts = [];
let length = parts[0].length;
const add = (part) => {
  parts.push(part);
  length += part.length;
};
for (const [index, object] of objects.entries()) {
  starts.push(length);
  add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
}
const lines = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`;
add(Buffer.from(`${table}trailer\n<</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`));
writeFileSync(to.slice(option.length), Buffer.concat(parts));
