import { posix } from 'node:path';
import type { Folder } from '../folder.ts';
import type { ImportMessages } from '../import-plan.ts';

/** Texts about the repository, which aren't for readers. */
const aboutTheRepository =
  /^(?:license|licence|contributing|code[-_]of[-_]conduct|security|changelog|codeowners|pull_request_template|issue_template)$/iu;
/** Folders without texts for readers, which tools create or need. */
const toolFolders = new Set(['node_modules', '_includes', '_layouts', '_site', 'layouts', 'archetypes', 'themes', 'partials', 'vendor']);
const otherTexts = /\.(?:rst|adoc|asciidoc|org|tex|typ|docx?|odt|txt|canvas|excalidraw)$/iu;
const markdownEnding = /\.(?:md|mdx|markdown|qmd|rmd|ipynb)$/iu;

/** Whether a file has a text: Markdown, also of Quarto and R Markdown, or a notebook. */
export function isText(path: string): boolean {
  return markdownEnding.test(path);
}

/** A name without its ending. */
export function stemOf(path: string): string {
  return posix.basename(path).replace(markdownEnding, '');
}

/** A name without the id that Notion's export adds. */
export function withoutId(name: string): string {
  return name.replace(/ [0-9a-f]{32}$/u, '');
}

/** Whether a file is the index of its folder. */
export function isOpening(path: string): boolean {
  return /^(?:readme|index|_index|article)$/iu.test(stemOf(path));
}

/** Returns the Markdown files of a folder that are for readers. Skipped ones are reported. */
export function listTexts(folder: Folder, messages: ImportMessages): string[] {
  return folder.paths.filter((path) => {
    const parts = path.split('/');
    if (parts.slice(0, -1).some((part) => part.startsWith('.') || toolFolders.has(part.toLowerCase()))) return false;
    if (otherTexts.test(path)) messages.add(path, null, 'Skipped: only Markdown and notebooks are imported.', 'lost');
    if (!isText(path) || parts.at(-1)?.startsWith('.') === true) return false;
    if (/^(?:summary|_sidebar)$/iu.test(stemOf(path))) return false;
    if (stemOf(path).startsWith('_') && !isOpening(path)) {
      messages.add(path, null, 'Its name begins with _, so it isn’t a lesson. It’s only in texts that include it.', 'info');
      return false;
    }
    if (!aboutTheRepository.test(stemOf(path))) return true;
    messages.add(path, null, 'Skipped, because it’s about the repository. Rename it to import it.', 'info');
    return false;
  });
}
