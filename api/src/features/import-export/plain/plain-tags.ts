import { cutText } from '@newline/document/truncate';
import { fencedLines, type SourceLine } from '../foreign/source-line.ts';
import type { ImportMessages } from '../import-plan.ts';

const highlightOpen = /^\s*(?:\{%-?\s*highlight\s+([\w+#-]+)(.*?)-?%\}|\{\{[<%]\s*highlight\s+"?([\w+#-]+)"?(.*?)[>%]\}\})\s*$/u;
const highlightClose = /^\s*(?:\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\})\s*$/u;
const raw = /^\s*\{%-?\s*(?:end)?(?:raw|comment)\s*-?%\}\s*$/u;
/** A fence of Quarto or R Markdown whose code runs there: `{r, echo=FALSE}`. */
const runnable = /^(\s*(?:`{3,}|~{3,}))\s*\{(\w+)[^}]{0,400}\}\s*$/u;
const anyTag = /\{\{[<%][^{}]{0,400}[>%]\}\}|\{%[^{}]{0,400}%\}|\{\{-?\s*[\w$.][^{}]{0,200}\}\}/gu;
/** Tags that show content from elsewhere, which is lost. */
const shows =
  /^\{[{%][<%]?-?\s*(?:include\w*|gist|youtube|vimeo|instagram|tweet|twitter|x|figure|image|img|video|audio|embed|readfile|codepen)\b/u;

/**
 * Converts Jekyll's, Hugo's and VitePress's additions to Markdown: highlighted code becomes a fence, a table of contents is left out. Other tags stay as they are written, with a line in the report.
 */
export function plainTags(lines: readonly SourceLine[], messages: ImportMessages): SourceLine[] {
  const fenced = fencedLines(lines);
  let isCode = false;
  return lines.flatMap((line, index): SourceLine[] => {
    const { text } = line;
    const chunk = text.length > 1000 ? null : runnable.exec(text);
    if (chunk !== null) return [{ ...line, text: `${chunk[1]}${chunk[2]}` }];
    if (fenced[index] === true) {
      if (!/^\s*#\|/u.test(text)) return [line];
      const caption = /^\s*#\|\s*(?:fig|tbl|lst|code)-(?:sub)?cap:\s*(\S.*)$/u.exec(text)?.[1];
      if (caption !== undefined && /^[|>][+-]?\s*$/u.test(caption)) {
        const rest = lines.slice(index + 1, index + 100).map((each) => each.text);
        const count = rest.findIndex((each) => !/^\s*#\|\s{2,}\S/u.test(each));
        const words = rest.slice(0, Math.max(0, count)).map((each) => each.replace(/^\s*#\|\s*/u, '').trim());
        messages.add(line.file, line.line, `A caption is removed: ${cutText(words.join(' '), 400)}.`, 'lost');
      } else if (caption !== undefined) messages.add(line.file, line.line, `A caption is removed: ${cutText(caption, 400)}.`, 'lost');
      messages.add(line.file, line.line, 'Options of code are removed.', 'info');
      return [];
    }
    if (isCode) {
      isCode = !highlightClose.test(text);
      return [isCode ? line : { ...line, text: '`````' }];
    }
    const open = text.length > 1000 ? null : highlightOpen.exec(text);
    if (open !== null) {
      isCode = true;
      return [{ ...line, text: `\`\`\`\`\`${open[1] ?? open[3] ?? ''}${linesIn(open[2] ?? open[4] ?? '')}` }];
    }
    if (raw.test(text)) return [{ ...line, text: '' }];
    if (/^\s*(?:\[\[_?toc_?\]\]|\{:\s*toc\s*\})\s*$/iu.test(text)) {
      messages.add(line.file, line.line, 'A table of contents is removed: pages have their own.', 'info');
      return [{ ...line, text: '' }];
    }
    for (const [tag] of withoutCode(text).matchAll(anyTag))
      messages.add(
        line.file,
        line.line,
        `A tag is kept as text: ${JSON.stringify(cutText(tag, 80))}.`,
        shows.test(tag) ? 'lost' : 'changed',
      );
    return [line];
  });
}

/** Returns which lines the options of highlighted code mark, and the number of its first line, as the reader of fences takes them. */
function linesIn(options: string): string {
  const marked = /\bhl_lines=\[?["']?([\d\s,"'-]*\d)/u.exec(options)?.[1]?.replaceAll(/[\s,"']+/gu, ' ');
  const first = /\blinenostart=["']?(\d{1,6})/u.exec(options)?.[1];
  return `${marked === undefined ? '' : ` hl_lines="${marked}"`}${first === undefined ? '' : ` linenostart=${first}`}`;
}

/** Tags in code are only shown. */
function withoutCode(text: string): string {
  return text.length > 2000 ? text : text.replaceAll(/(`+)[^`]+\1/gu, '');
}
