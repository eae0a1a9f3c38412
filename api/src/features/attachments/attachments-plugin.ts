import { context, list, object, sideEffect, type FieldArgs, type Step } from 'postgraphile/grafast';
import { GraphQLError } from 'postgraphile/graphql';
import { extendSchema } from 'postgraphile/utils';
import type { PgResource } from 'postgraphile/@dataplan/pg';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { AttachmentDetails, Attachments } from './attachments.ts';
import { ReceivedFile } from './received-file.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Uploads of pictures. */
      attachments: Attachments;
    }
  }
}

/** Adds `createAttachment`, the only call that takes a file, and `createAttachmentFromUrl`. */
export const AttachmentsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  /** The payload of a mutation that makes an attachment: `work` answers its id, the row is read as its owner sees it. */
  const made = (args: FieldArgs, work: (attachments: Attachments, viewer: Viewer, given: unknown) => Promise<string>) => {
    const $id = sideEffect(
      list([service('attachments'), context().get('viewer'), args.getRaw(['input', 'attachment'])]),
      ([attachments, viewer, given]) => work(attachments, viewer, given),
    );
    const rows = build.input.pgRegistry.pgResources['attachments'] as PgResource;
    return object({ attachment: rows.get({ id: $id }), clientMutationId: args.getRaw(['input', 'clientMutationId']) });
  };
  return {
    typeDefs: /* GraphQL */ `
      """
      A file of a GraphQL multipart request (github.com/jaydenseric/graphql-multipart-request-spec), one a request. The value of
      the variable is null in the JSON; the part of the form that \`map\` names takes its place.
      """
      scalar Upload

      """A picture to be kept."""
      input NewAttachmentInput {
        """JPEG, PNG, WebP, GIF or AVIF: at most 10 MB, 40 million pixels (all frames together) and 300 frames."""
        file: Upload!

        """Its name, as people read it. The name of the file unless given."""
        name: String

        """IMAGE, which is what it is unless given."""
        kind: String

        """The media type that the caller takes it for. The server looks for itself; a type of no picture is refused."""
        contentType: String

        """The discussion it belongs to. Without one and without attachableId it is removed after a day, unless a saved text shows it."""
        discussionId: UUID

        """The lesson, article or comment of yours it belongs to."""
        attachableId: UUID
      }

      """A picture at another site, to be kept here."""
      input NewAttachmentFromUrlInput {
        """Its address: https, a public host. What comes is held to the same limits as a file."""
        url: String!

        """Its name, as people read it. The last part of the address unless given."""
        name: String

        """The discussion it belongs to; as with createAttachment."""
        discussionId: UUID

        """The lesson, article or comment of yours it belongs to."""
        attachableId: UUID
      }

      """All input of createAttachmentFromUrl."""
      input CreateAttachmentFromUrlInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The picture."""
        attachment: NewAttachmentFromUrlInput!
      }

      """The output of createAttachmentFromUrl."""
      type CreateAttachmentFromUrlPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The attachment."""
        attachment: Attachment
      }

      """All input of createAttachment."""
      input CreateAttachmentInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The picture."""
        attachment: NewAttachmentInput!
      }

      """The output of createAttachment."""
      type CreateAttachmentPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The attachment."""
        attachment: Attachment
      }

      extend type Mutation {
        """
        Keeps a picture: it is read by its content and encoded anew as WebP, without its metadata. Two at once and 200 MB in 24
        hours a person, refused ones counted; beyond that TOO_MANY, with Retry-After.
        """
        createAttachment(
          """The picture, and what it belongs to."""
          input: CreateAttachmentInput!
        ): CreateAttachmentPayload

        """
        Fetches a picture from another site and keeps it, for pasted texts: pages load no picture from elsewhere. It counts as
        2 MB of what a person may upload. Errors: LOGIN_REQUIRED, BAD_INPUT, TOO_MANY.
        """
        createAttachmentFromUrl(
          """Where the picture is, and what it belongs to."""
          input: CreateAttachmentFromUrlInput!
        ): CreateAttachmentFromUrlPayload
      }
    `,
    scalars: {
      Upload: {
        serialize: () => {
          throw new GraphQLError('A file is not read back.');
        },
        parseValue: (value: unknown) => {
          if (value instanceof ReceivedFile) return value;
          throw new GraphQLError('Expected a file of a multipart request.');
        },
        parseLiteral: () => {
          throw new GraphQLError('Expected a variable: a file cannot be part of the query.');
        },
      },
    },
    objects: {
      Mutation: {
        plans: {
          createAttachment: (_$root: Step, args: FieldArgs) =>
            made(args, (attachments, viewer, given) => {
              const { file, ...details } = given as AttachmentDetails & { readonly file: ReceivedFile };
              return attachments.create(viewer, file, details);
            }),
          createAttachmentFromUrl: (_$root: Step, args: FieldArgs) =>
            made(args, (attachments, viewer, given) => {
              const { url, ...details } = given as AttachmentDetails & { readonly url: string };
              return attachments.createFromUrl(viewer, url, details);
            }),
        },
      },
    },
  };
}, 'AttachmentsPlugin');
