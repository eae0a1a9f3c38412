import { context, lambda, list, type FieldArgs, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { RemoteCode } from './remote-code.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Looks up code of repositories. */
      remoteCode: RemoteCode;
    }
  }
}

/** Adds `remoteCodeForUrl`. */
export const RemoteCodePlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: /* GraphQL */ `
      """Code of a repository at a commit. With a reason in \`errors\`, everything that was looked up is null."""
      type RemoteCode {
        """The file's address on its branch or tag, with the lines; as it was given when nothing was found."""
        url: String!

        """What the block's bar shows: the path of the file."""
        displayName: String

        """The first line, counted from 1."""
        startLine: Int

        """The last line."""
        endLine: Int

        """The query that selected the lines; null when lines were given."""
        codeQuery: String

        """The lines, without the indentation that all of them share."""
        text: String

        """The path of the file in its repository."""
        filepath: String

        """Where the lines begin and end in the file."""
        range: RemoteCodeRange

        """The commit to which the code is pinned."""
        commit: RemoteCodeCommit

        """The repository."""
        repository: RemoteCodeRepository

        """Why there is no code, in sentences for people; empty when there is."""
        errors: [String!]!

        """A new id for the block that shows it: 5 letters and digits."""
        uniqueId: String!
      }

      """Offsets into a file, in UTF-16 units."""
      type RemoteCodeRange {
        """Of the first character."""
        start: Int!

        """Past the last character."""
        end: Int!
      }

      """A commit."""
      type RemoteCodeCommit {
        """Its id."""
        oid: String!

        """The branch or tag that pointed to it; null when the address named the commit itself."""
        refname: String
      }

      """A repository."""
      type RemoteCodeRepository {
        """Who hosts it: github."""
        service: String!

        """The person or organisation it belongs to."""
        owner: String!

        """Its name."""
        name: String!
      }

      extend type Query {
        """
        Code of a public repository on the configured code host, for signed-in people: at most 2,000 lines of a text file of
        1 MB. Every failure is in \`errors\`.
        """
        remoteCodeForUrl(
          """The address of a file, such as https://github.com/owner/repository/blob/main/file.ts#L1-L20."""
          url: String!

          """The first line, counted from 1. The lines of the address are taken when neither is given."""
          startLine: Int

          """The last line."""
          endLine: Int

          """A code query in the cq selector language. It takes the place of lines."""
          query: String
        ): RemoteCode!
      }
    `,
    objects: {
      Query: {
        plans: {
          remoteCodeForUrl(_$root: Step, args: FieldArgs) {
            const $given = list([
              service('remoteCode'),
              context().get('viewer'),
              args.getRaw('url'),
              args.getRaw('startLine'),
              args.getRaw('endLine'),
              args.getRaw('query'),
            ]);
            return lambda($given, ([remoteCode, viewer, url, startLine, endLine, query]) => {
              return remoteCode.lookUp(viewer, {
                url: String(url),
                startLine: startLine == null ? null : Number(startLine),
                endLine: endLine == null ? null : Number(endLine),
                query: query == null ? null : String(query),
              });
            });
          },
        },
      },
    },
  }),
  'RemoteCodePlugin',
);
