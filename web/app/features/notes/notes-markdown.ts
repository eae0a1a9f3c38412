import { writeDestination } from '@newline/document/markdown/write-destination';
import { writeInline } from '@newline/document/markdown/write-inline';
import { formatDate } from '../../shared/dates/format-date.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { notePath } from './note-path.ts';
import type { NoteEntry } from './notes-documents.ts';

/**
 * Creates a function that writes notes as Markdown, page by page in reading order: a heading for each title and chapter, then the words, the
 * note, and a link with the date. Words and titles are escaped, so that they can't be anything but text; a note is written as it was typed.
 */
export function createNotesWriter(publicUrl: string): (entries: readonly NoteEntry[]) => string {
  let itemId: string | null = null;
  let part: string | null = null;
  return (entries) => {
    let written = '';
    for (const entry of entries) {
      if (entry.itemId !== itemId) {
        written += `## ${inHeading(entry.itemTitle)}\n\n`;
        part = null;
      }
      if (entry.partTitle !== null && entry.partTitle !== part) written += `### ${inHeading(entry.partTitle)}\n\n`;
      ({ itemId } = entry);
      part = entry.partTitle;
      written += writeEntry(entry, publicUrl);
    }
    return written;
  };
}

function writeEntry(entry: NoteEntry, publicUrl: string): string {
  const { quote, second, body, isOrphaned, createdAt } = entry;
  const path = notePath(entry);
  const label = second === null ? 'Open' : `Watch at ${formatDuration(second)}`;
  const link = path === null ? [] : [`[${label}](${writeDestination(publicUrl + path)})`];
  return [
    ...(quote === null ? [] : [quote === '' ? '> (an image or a diagram)' : inQuote(quote)]),
    ...(isOrphaned ? ['*These words are no longer in the text.*'] : []),
    ...(body === null ? [] : [body]),
    [...link, formatDate(createdAt, 'longDay')].join(' · '),
  ]
    .map((part) => `${part}\n\n`)
    .join('');
}

function inHeading(text: string): string {
  return writeInline([{ type: 'text', text: text.replaceAll(/\s+/g, ' ') }], 'heading');
}

function inQuote(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => `> ${writeInline([{ type: 'text', text: line.trim() }], 'paragraph')}`).join('\n>\n');
}
