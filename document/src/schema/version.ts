import type { Attribute } from './attribute.ts';

/** The version of the format that is written. It grows when a document that was right would be read otherwise or refused. */
export const formatVersion = 1;

/** The document's `version`: normalisation has migrated it, so that an older one is never seen here. */
export const versionAttribute: Attribute<number> = {
  default: formatVersion,
  expected: `a version of the format up to ${formatVersion}`,
  written: 'json',
  read: (value) => (value === formatVersion ? formatVersion : undefined),
};
