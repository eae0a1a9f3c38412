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

export const RemoteCodePlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: /* GraphQL */ `
      """Code of a repository at a commit. If \`errors\` has a reason, all looked-up fields are null."""
      type RemoteCode {
        """The file's URL on its branch or tag, with the lines; the input if nothing was found."""
        url: String!

        """The title of the code block: the path of the file."""
        displayName: String

        """The first line, counted from 1."""
        startLine: Int

        """The last line."""
        endLine: Int

        """The query that selected the lines; null if lines were requested."""
        codeQuery: String

        """The lines, without their common indentation."""
        text: String

        """The path of the file in its repository."""
        filepath: String

        """Start and end of the lines in the file."""
        range: RemoteCodeRange

        """The commit to which the code is pinned."""
        commit: RemoteCodeCommit

        """The repository."""
        repository: RemoteCodeRepository

        """Messages for users why there is no code; empty if there is."""
        errors: [String!]!

        """A new id for the code block: 5 letters and digits."""
        uniqueId: String!
      }

      """Offsets into a file, in UTF-16 units."""
      type RemoteCodeRange {
        """Offset of the first character."""
        start: Int!

        """Offset after the last character."""
        end: Int!
      }

      """A commit."""
      type RemoteCodeCommit {
        """Its id."""
        oid: String!

        """The branch or tag that pointed to it; null if the URL names the commit."""
        refname: String
      }

      """A repository."""
      type RemoteCodeRepository {
        """The hosting service: github."""
        service: String!

        """The user or organization that owns it."""
        owner: String!

        """Its name."""
        name: String!
      }

      extend type Query {
        """
        Code of a public repository on the configured code host, for signed-in users: at most 2,000 lines of a text file of
        up to 1 MB. Failures are in \`errors\`.
        """
        remoteCodeForUrl(
          """The URL of a file, such as https://github.com/owner/repository/blob/main/file.ts#L1-L20."""
          url: String!

          """The first line, counted from 1. Defaults to the lines of the URL if neither is set."""
          startLine: Int

          """The last line."""
          endLine: Int

          """A code query in the cq selector language. Takes precedence over lines."""
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
