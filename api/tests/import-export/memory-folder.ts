import type { Folder } from '../../src/features/import-export/folder.ts';

/** Creates a folder of texts (and bytes) for tests. */
export function memoryFolder(files: Readonly<Record<string, string | Buffer>>): Folder {
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  return {
    paths: [...bytes.keys()].toSorted(),
    has: (path) => bytes.has(path),
    leftOut: new Map(),
    read: async (path) => {
      const content = bytes.get(path);
      if (!content) throw new Error(`${path}: expected a file of the test, got none`);
      return content;
    },
    close: async () => undefined,
  };
}
