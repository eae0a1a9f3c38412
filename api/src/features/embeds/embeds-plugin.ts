import { context, lambda, list, type FieldArgs, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Embeds } from './create-embeds.ts';

declare global {
  namespace Newline {
    interface Services {
      embeds: Embeds;
    }
  }
}

export const EmbedsPlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: gql`
      extend type Query {
        """
        The embed of a URL on a listed site (embeds.config.ts). http URLs, uppercase hosts and
        default ports are normalized to https; short links (forms.gle, redd.it) are followed. Failures are in \`errors\`, as messages for users: a site that isn't listed, a site that doesn't respond,
        no signed-in user, too many lookups.
        """
        embedForUrl("The URL to embed." url: String!): Embed!
      }

      """Content of another site that a text can embed."""
      type Embed {
        """The embedded URL to store: normalized, and the target of a short link. The input if there are errors."""
        url: String!

        """The oEmbed type: video, rich, photo or link. This and all fields except the sources are null if the site doesn't provide them."""
        type: String

        """The oEmbed version."""
        version: String

        """Its title."""
        title: String

        """The author's name."""
        author: String

        """The author's page, as an https URL."""
        authorUrl: String

        """The site's name on the list."""
        provider: String

        """The site's URL, as oEmbed reports it."""
        providerUrl: String

        """How long the response may be cached, in seconds."""
        cacheAge: Int

        """The site's thumbnail. Pages don't load it: images come only from this site."""
        thumbnail: EmbedThumbnail

        """A description in plain text."""
        description: String

        """The site's HTML, unchecked. Never insert it into a page."""
        html: String

        """The https URL to show in a frame, on a listed frame host. Null if a script renders it, or if there are errors."""
        iframeSrc: String

        """The URL of the script that renders it. Run it only on the embed origin, never in a page."""
        scriptSrc: String

        """The width in pixels, as the site reports it."""
        width: Int

        """The height in pixels, as the site reports it."""
        height: Int

        """Messages for users why there is nothing to embed; empty if there is."""
        errors: [String!]!
      }

      """The thumbnail of an embed, on its site."""
      type EmbedThumbnail {
        """An https URL."""
        url: String!

        """In pixels."""
        width: Int

        """In pixels."""
        height: Int
      }
    `,
    objects: {
      Query: {
        plans: {
          embedForUrl(_$root: Step, args: FieldArgs) {
            return lambda(list([service('embeds'), context().get('userId'), args.getRaw('url')]), async ([embeds, userId, url]) => {
              return embeds.embedForUrl(url, userId);
            });
          },
        },
      },
    },
  }),
  'EmbedsPlugin',
);
