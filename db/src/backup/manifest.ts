/** The form of the archive. It grows when an older release could no longer read what a newer one writes. */
export const archiveFormat = 1;

/** A table of a backup. */
export type TableRecord = {
  schema: string;
  name: string;
  /** The columns of its rows, in their order; those that PostgreSQL computes are left out. */
  columns: string[];
  rowCount: number;
};

/** Where a sequence stands. */
export type SequenceRecord = { schema: string; name: string; lastValue: string; isCalled: boolean };

/** What an archive says about itself, last in it. */
export type Manifest = {
  format: number;
  /** The instant of the snapshot. */
  takenAt: string;
  /** The release that wrote it, and its PostgreSQL. */
  newline: string;
  postgres: string;
  /** The migrations that the database had run, oldest first, with their hashes. */
  migrations: { filename: string; hash: string }[];
  tables: TableRecord[];
  sequences: SequenceRecord[];
  files: {
    count: number;
    byteCount: number;
    /** Files that rows name and the storage did not have. */
    missing: string[];
  };
  /** SHA-256 of each list of hashes, in order. */
  hashLists: string[];
};

/** The paths of an archive's members. */
export const memberPaths = {
  manifest: 'manifest.json',
  manifestHash: 'manifest.sha256',
  hashList: (number: number) => `hashes/${String(number).padStart(6, '0')}.sha256`,
  tablePart: (table: { schema: string; name: string }, number: number) =>
    `tables/${table.schema}.${table.name}/${String(number).padStart(6, '0')}.copy.gz`,
  file: (path: string) => `files/${path}`,
} as const;
