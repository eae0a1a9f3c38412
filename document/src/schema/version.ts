import type { Attribute } from './attribute.ts';

/** The current version of the format. It increases when a valid document would be read differently or rejected. */
export const formatVersion = 1;

/** The document's `version`. Normalization has already migrated the document, so an older version doesn't occur. */
export const versionAttribute: Attribute<number> = {
  default: formatVersion,
  expected: `a version of the format up to ${formatVersion}`,
  written: 'json',
  read: (value) => (value === formatVersion ? formatVersion : undefined),
};
