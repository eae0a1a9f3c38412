import type { IncomingMessage } from 'node:http';
import type { Api } from '@newline/api/create-api';
import type { PublicPageParts, ShellPart } from '@newline/api/page-copy';
import type { Filling } from './filled-page.ts';
import type { ReaderShells } from './reader-shells.ts';
import { rememberSession } from './remember-session.ts';

type Options = {
  /** The pages that show more than the shell. */
  kinds: readonly PublicPageParts[];
  fill: ShellPart['fill'];
  shells: ReaderShells;
  api: Pick<Api, 'sessionOf' | 'viewerOf'>;
};

/**
 * Returns a function that looks up what belongs to the reader of a public page, by its key in the cache; null for a visitor. For most pages that
 * is in memory; what belongs to one page comes from one query, which verifies the session, too.
 */
export function createPublicPageFilling({ kinds, fill, shells, api }: Options) {
  return async ({ headers }: IncomingMessage, key: string): Promise<Filling | null> => {
    const session = await rememberSession(api, headers);
    if (!session) return null;
    const [path = key] = key.split('?', 1);
    for (const kind of kinds) {
      const match = kind.path.exec(path);
      if (match === null) continue;
      const answer = await shells.ask(kind.document, { ...match.groups }, session);
      if (answer === null) return null;
      const own = { ...answer.shell, ...kind.read(answer.data) };
      return { own, fill: fill(own) };
    }
    const own = await shells.shellOf(session);
    return own && { own, fill: fill(own) };
  };
}
