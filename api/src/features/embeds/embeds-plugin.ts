import { context, lambda, list, type FieldArgs, type Step } from 'postgraphile/grafast';
import { extendSchema, gql } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Embeds } from './create-embeds.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Looks up embeds. */
      embeds: Embeds;
    }
  }
}

/** Adds `embedForUrl`. */
export const EmbedsPlugin: GraphileConfig.Plugin = extendSchema(
  () => ({
    typeDefs: gql`
      extend type Query {
        """
        What can be embedded from an address on a host of the list of sites that may be embedded (embeds.config.ts). http, upper
        case and the usual port are read as https writes them; a short link (forms.gle, redd.it) is followed. Failures stand in \`errors\`, for people: an address off the list, a site that does not answer,
        nobody signed in, too many look-ups.
        """
        embedForUrl("The address that somebody pasted." url: String!): Embed!
      }

      """A piece of another site that a text may show."""
      type Embed {
        """The URL that is embedded, as it is to be stored: where a short link led. As it was given when there are errors."""
        url: String!

        """video, rich, photo or link, as the site says (oEmbed). Null when it says nothing, as in all fields beside the sources."""
        type: String

        """The version of oEmbed."""
        version: String

        """Its title."""
        title: String

        """Who made it."""
        author: String

        """Where they are found: an https address."""
        authorUrl: String

        """The site's name on the list."""
        provider: String

        """The site's address, as it says."""
        providerUrl: String

        """For how many seconds the site lets this answer be kept."""
        cacheAge: Int

        """A picture of it at the site. Pages do not load it: pictures come from this site only."""
        thumbnail: EmbedThumbnail

        """What it is about, in plain text."""
        description: String

        """The site's own HTML, unchecked. Never put it into a page."""
        html: String

        """The address to show in a frame: https, on a frame host of the list. Null when it is drawn by a script, or when there are errors."""
        iframeSrc: String

        """The script that draws it. It runs on the embed origin only, never in a page."""
        scriptSrc: String

        """Its width in pixels, as the site says."""
        width: Int

        """Its height in pixels, as the site says."""
        height: Int

        """Why there is nothing to embed, for people; empty when there is."""
        errors: [String!]!
      }

      """A picture of an embed, at its site."""
      type EmbedThumbnail {
        """An https address."""
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
