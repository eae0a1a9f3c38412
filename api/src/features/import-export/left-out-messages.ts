import type { Folder, FolderReason } from './folder.ts';
import { ImportMessages, type Notice } from './import-plan.ts';

/** What the report says about an entry that is left out. */
const sentences: Partial<Record<FolderReason, string>> = {
  ARCHIVE_ENCRYPTED: 'Left out, because it has a password.',
  ARCHIVE_FILE_COMPRESSION_UNSUPPORTED: 'Left out, because its compression isn’t deflate.',
  ARCHIVE_FILE_EXPANDS_TOO_MUCH: 'Left out, because it expands too much.',
  ARCHIVE_FILE_KIND_UNSUPPORTED: 'Left out, because it’s neither a file nor a folder.',
  ARCHIVE_FILE_NAME_ENCODING_INVALID: 'Left out, because its name isn’t UTF-8. Rename it, and import again.',
  ARCHIVE_FILE_TOO_LARGE: 'Left out, because it has more than 20 MB.',
  ARCHIVE_FILE_TWICE: 'Left out, because another file has the same name.',
  ARCHIVE_FILE_UNREADABLE: 'Left out, because it can’t be read. Check its permissions.',
  ARCHIVE_LINK_UNSUPPORTED: 'Left out, because it’s a link to another file. Links aren’t followed.',
  ARCHIVE_PATH_ABSOLUTE: 'Left out, because its path begins outside the folder.',
  ARCHIVE_PATH_CHARACTERS_INVALID: 'Left out, because its name has a control character or a backslash.',
  ARCHIVE_PATH_OUTSIDE: 'Left out, because its path leads out of the folder.',
  ARCHIVE_PATH_TOO_LONG: 'Left out, because its path is too long.',
};

/** Returns the lines of the report about entries that are left out. */
export function leftOutMessages({ leftOut }: Folder): Notice[] {
  const messages = new ImportMessages();
  for (const [path, { reason, message }] of leftOut) messages.add(path, null, sentences[reason] ?? message, 'lost');
  return messages.list();
}
