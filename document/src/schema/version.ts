import type { Attribute } from './attribute.ts';

/**
 * The current version of the format. It increases when a valid document would be read differently, and when documents can contain what older
 * releases reject. Version 2 added strikethrough, highlight, subscript, superscript and keyboard;
 * version 3 underline, and formulas within a line;
 * version 4 captions with numbers, and runnable code;
 * version 5 footnotes;
 * version 6 exercises.
 */
export const formatVersion = 6;

/** The document's `version`. Normalization has already migrated the document, so an older version doesn't occur. */
export const versionAttribute: Attribute<number> = {
  default: formatVersion,
  expected: `a version of the format up to ${formatVersion}`,
  written: 'json',
  read: (value) => (value === formatVersion ? formatVersion : undefined),
};
