import { context, type FieldArgs, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import type { PgResource } from 'postgraphile/@dataplan/pg';
import { service } from '../../services.ts';
import type { ReceivedFile } from '../attachments/received-file.ts';
import type { SiteImages } from './site-images.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Uploads of wordmarks and icons. */
      siteImages: SiteImages;
    }
  }
}

/** Adds `createSiteImage`. Saving the settings is SQL. */
export const SitePlugin: GraphileConfig.Plugin = extendSchema(
  (build) => ({
    typeDefs: /* GraphQL */ `
    """All input of createSiteImage."""
    input CreateSiteImageInput {
      """Returned in the payload."""
      clientMutationId: String

      """An SVG, or an image as createAttachment takes it. An SVG is converted to an image."""
      file: Upload!
    }

    """The output of createSiteImage."""
    type CreateSiteImagePayload {
      """The clientMutationId of the input."""
      clientMutationId: String

      """The attachment. It is removed after a day, unless the settings of the site use it."""
      attachment: Attachment
    }

    extend type Mutation {
      """
      Stores a wordmark or an icon for saveSiteSettings. For administrators only. Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, TOO_MANY.
      """
      createSiteImage(
        """The file."""
        input: CreateSiteImageInput!
      ): CreateSiteImagePayload
    }
  `,
    objects: {
      Mutation: {
        plans: {
          createSiteImage: (_$root: Step, args: FieldArgs) => {
            const $id = sideEffect(
              list([service('siteImages'), context().get('viewer'), args.getRaw(['input', 'file'])]),
              ([siteImages, viewer, file]) => siteImages.create(viewer, file as ReceivedFile),
            );
            const rows = build.input.pgRegistry.pgResources['attachments'] as PgResource;
            return object({ attachment: rows.get({ id: $id }), clientMutationId: args.getRaw(['input', 'clientMutationId']) });
          },
        },
      },
    },
  }),
  'SitePlugin',
);
