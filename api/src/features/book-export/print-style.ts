/** Fonts for Chinese, Japanese, Korean and emoji, of which each system has some. */
const moreFonts =
  '"Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", SimSun, "Hiragino Mincho ProN", "Yu Mincho", "AppleMyungjo", Batang, "Noto Sans CJK SC", "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"';

/**
 * Marks lines of code that go on: a hook in the margin of their further lines, whose bars have no height beside a single line. Bars are shapes in the
 * file; a background image would be a bitmap for each line of code, and the file and the memory of Chromium would grow by 30 KB a line.
 */
const wrapStyle = `pre code > span { display: block; position: relative; min-height: 11pt; padding-left: 10pt; }
pre code > span::before, pre code > span::after { content: ""; position: absolute; left: 2pt; background: #5d6761; }
pre code > span::before { top: 10pt; width: .7pt; height: calc(100% - 15pt); }
pre code > span::after { top: calc(100% - 5.7pt); width: 4.5pt; height: clamp(0pt, 100% - 15pt, .7pt); }`;

/** What a printed book has in addition to the style of all files. */
export const printStyle = `
@page { size: 148mm 210mm; margin: 18mm 16mm 20mm; @bottom-center { content: counter(page); color: #5d6761; font-size: 8pt; } }
@page cover { margin: 0; @bottom-center { content: none; } }
body { margin: 0; font: 10.5pt/1.55 "Source Serif 4", Georgia, "Liberation Serif", "Noto Serif", ${moreFonts}, serif; color: #161c19; orphans: 2; widows: 2; }
.whole { page: cover; display: block; width: 148mm; height: 209mm; object-fit: contain; }
.contents { break-before: page; }
.contents h2 { font-size: 1em; color: #5d6761; margin: 1.4em 0 .3em; }
.contents p { display: flex; gap: 1em; margin: 0 0 .3em; break-inside: avoid; }
.contents .number { flex: none; width: 1.6em; font-size: 1em; text-align: right; }
.contents .page { flex: none; width: 2.4em; margin-left: auto; text-align: right; }
.contents a { text-decoration: none; }
section { break-before: page; }
pre { font-size: 7.6pt; line-height: 11pt; break-inside: avoid-page; }
pre code { font-family: inherit; }
${wrapStyle}
.math { overflow: visible; }
h1 { font-size: 22pt; }
`;
