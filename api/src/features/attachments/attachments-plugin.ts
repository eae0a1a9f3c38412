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
      /** Uploads of images. */
      attachments: Attachments;
    }
  }
}

/** Adds `createAttachment`, the only mutation that takes a file, and `createAttachmentFromUrl`. */
export const AttachmentsPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  /** Creates the payload of a mutation that creates an attachment: `work` returns its id, and the row is read with its owner's rights. */
  const createPayload = (args: FieldArgs, work: (attachments: Attachments, viewer: Viewer, input: unknown) => Promise<string>) => {
    const $id = sideEffect(
      list([service('attachments'), context().get('viewer'), args.getRaw(['input', 'attachment'])]),
      ([attachments, viewer, input]) => work(attachments, viewer, input),
    );
    const rows = build.input.pgRegistry.pgResources['attachments'] as PgResource;
    return object({ attachment: rows.get({ id: $id }), clientMutationId: args.getRaw(['input', 'clientMutationId']) });
  };
  return {
    typeDefs: /* GraphQL */ `
      """
      A file of a GraphQL multipart request (github.com/jaydenseric/graphql-multipart-request-spec), at most one a request. In the JSON,
      the variable's value is null; the part of the form that \`map\` names replaces it.
      """
      scalar Upload

      """An image to upload."""
      input NewAttachmentInput {
        """JPEG, PNG, WebP, GIF or AVIF: at most 10 MB, 40 million pixels (all frames together) and 300 frames."""
        file: Upload!

        """Its display name. Defaults to the name of the file."""
        name: String

        """IMAGE, which is the default."""
        kind: String

        """The media type according to the client. The server detects the type itself; media types other than images are rejected."""
        contentType: String

        """The discussion it belongs to. Without it and attachableId, the image is deleted after a day, unless a saved text shows it."""
        discussionId: UUID

        """The user's lesson, article or comment that it belongs to."""
        attachableId: UUID
      }

      """An image on another site to copy to this site."""
      input NewAttachmentFromUrlInput {
        """Its URL: https, on a public host. The limits of uploaded files apply."""
        url: String!

        """Its display name. Defaults to the last part of the URL."""
        name: String

        """The discussion it belongs to, as in createAttachment."""
        discussionId: UUID

        """The user's lesson, article or comment that it belongs to."""
        attachableId: UUID
      }

      """All input of createAttachmentFromUrl."""
      input CreateAttachmentFromUrlInput {
        """Returned in the payload."""
        clientMutationId: String

        """The image."""
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
        """Returned in the payload."""
        clientMutationId: String

        """The image."""
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
        Stores an image: detects its type by its content and re-encodes it as WebP, without metadata. Two uploads at a time and 200 MB
        in 24 hours for each user, including rejected ones; beyond that TOO_MANY, with Retry-After.
        """
        createAttachment(
          """The image, and what it belongs to."""
          input: CreateAttachmentInput!
        ): CreateAttachmentPayload

        """
        Copies an image from another site, for pasted texts: pages don't load images from other sites. It counts as
        2 MB of the user's upload quota. Errors: LOGIN_REQUIRED, BAD_INPUT, TOO_MANY.
        """
        createAttachmentFromUrl(
          """The URL of the image, and what it belongs to."""
          input: CreateAttachmentFromUrlInput!
        ): CreateAttachmentFromUrlPayload
      }
    `,
    scalars: {
      Upload: {
        serialize: () => {
          throw new GraphQLError('Upload is an input type only.');
        },
        parseValue: (value: unknown) => {
          if (value instanceof ReceivedFile) return value;
          throw new GraphQLError('Expected a file in a multipart request.');
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
            createPayload(args, (attachments, viewer, input) => {
              const { file, ...details } = input as AttachmentDetails & { readonly file: ReceivedFile };
              return attachments.create(viewer, file, details);
            }),
          createAttachmentFromUrl: (_$root: Step, args: FieldArgs) =>
            createPayload(args, (attachments, viewer, input) => {
              const { url, ...details } = input as AttachmentDetails & { readonly url: string };
              return attachments.createFromUrl(viewer, url, details);
            }),
        },
      },
    },
  };
}, 'AttachmentsPlugin');
