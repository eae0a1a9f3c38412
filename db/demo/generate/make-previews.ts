/*
 * Creates db/demo/media/previews/{slug}.pdf for every book of db/demo/content that names one (previewPdfUrl): its cover and its free
 * chapters, in the site's fonts. It contains no paid content. Needs Chromium.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renderHtml } from '@newline/document/html';
import { fromMarkdown } from '@newline/document/markdown';
import { type FrontMatter, readFrontMatter } from '../src/front-matter.ts';
import { launchChromium } from './chromium.ts';

const demo = join(import.meta.dirname, '..');
const faces = join(demo, '../../node_modules/@fontsource-variable');

const read = (path: string): FrontMatter => readFrontMatter(readFileSync(path, 'utf8'));
const face = (family: string, file: string, style = 'normal'): string =>
  `@font-face { font-family: ${family}; font-weight: 100 900; font-style: ${style}; src: url(data:font/woff2;base64,${readFileSync(join(faces, file), 'base64')}); }`;

const styles = `
${face('"Source Serif 4"', 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2')}
${face('"Source Serif 4"', 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2', 'italic')}
${face('"JetBrains Mono"', 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2')}
@page { size: 148mm 210mm; margin: 18mm 16mm 20mm; }
@page :first { margin: 0; }
body { margin: 0; font: 400 10.5pt/1.55 "Source Serif 4", serif; font-optical-sizing: auto; color: #1b201d; }
.cover svg { display: block; width: 148mm; height: 197.4mm; }
section { break-before: page; }
h1 { font-weight: 440; font-size: 22pt; line-height: 1.12; letter-spacing: -.015em; margin: 0 0 8mm; }
h2 { font-weight: 560; font-size: 13pt; line-height: 1.3; margin: 7mm 0 2mm; break-after: avoid; }
p, li { text-wrap: pretty; margin: 0 0 3mm; }
pre { font: 7.6pt/1.55 "JetBrains Mono", monospace; margin: 0 0 3mm; font-variant-ligatures: none; white-space: pre-wrap; padding: 3mm; background: #eef1ec; break-inside: avoid; }
code { font: .84em "JetBrains Mono", monospace; font-variant-ligatures: none; }
pre code { font-size: inherit; }
table { border-collapse: collapse; width: 100%; font-size: 9pt; } td, th { text-align: left; border-bottom: .3pt solid #9aa59e; padding: 1mm 2mm 1mm 0; }
figure { margin: 0; }
blockquote { margin: 4mm 0 4mm 6mm; font-style: italic; }
aside { border-top: .6pt solid; border-bottom: .3pt solid #9aa59e; padding: 2mm 0; margin: 4mm 0; }
`;

function chapterHtml(path: string): string {
  const { facts, body } = read(path);
  if (facts['isFree'] !== true) return '';
  const document = fromMarkdown(body, 'lesson');
  if (!document.ok) throw new Error(`${path}: not a document`);
  const title = fromMarkdown(String(facts['title']), 'comment');
  const words = title.ok ? renderHtml(title.document).replace(/<\/?p[^>]*>/gu, '') : '';
  return `<section><h1>${words}</h1>${renderHtml(document.document)}</section>`;
}

const folder = join(demo, 'media/previews');
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const page = await browser.newPage({ javaScriptEnabled: false });
for (const index of globSync(join(demo, 'content/books/*/index.md')).toSorted()) {
  const slug = basename(dirname(index));
  if (read(index).facts['previewPdfUrl'] === undefined) continue;
  const cover = readFileSync(join(demo, 'media/covers', `${slug}.svg`), 'utf8');
  const chapters = globSync(join(dirname(index), '[0-9]*.md'))
    .toSorted()
    .map(chapterHtml);
  await page.setContent(
    `<!doctype html><html lang="en"><title>${slug}</title><style>${styles}</style><div class="cover">${cover}</div>${chapters.join('')}</html>`,
  );
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
  writeFileSync(join(folder, `${slug}.pdf`), pdf);
  console.log(`${slug}.pdf ${Math.round(pdf.length / 1024)} kB`);
}
await browser.close();
