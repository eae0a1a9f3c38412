/** The version of the archive format. It increases when older releases can't read what newer ones write. */
export const archiveFormat = 1;

/** A table of a backup. */
export type TableRecord = {
  schema: string;
  name: string;
  /** The stored columns of its rows, in order, without computed ones. */
  columns: string[];
  rowCount: number;
};

/** The state of a sequence. */
export type SequenceRecord = { schema: string; name: string; lastValue: string; isCalled: boolean };

/** The description of an archive, which is its last member. */
export type Manifest = {
  format: number;
  /** The instant of the snapshot. */
  takenAt: string;
  /** The version of the release that wrote it, and of its PostgreSQL. */
  newline: string;
  postgres: string;
  /** The migrations that the database had run, oldest first, with their hashes. */
  migrations: { filename: string; hash: string }[];
  tables: TableRecord[];
  sequences: SequenceRecord[];
  files: {
    count: number;
    byteCount: number;
    /** Files that rows name but the storage didn't have. */
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
