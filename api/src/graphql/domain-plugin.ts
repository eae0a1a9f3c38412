/**
 * Shows the text domains of the database (a slug, a handle, an address) as String.
 *
 * The specifications' calls pass them as strings, and a document whose variable is `$slug: String!` has to fit. The
 * database checks their form all the same.
 */
export const DomainPlugin: GraphileConfig.Plugin = {
  name: 'DomainPlugin',
  gather: {
    hooks: {
      pgCodecs_attribute(_info, { attribute }) {
        if (attribute.codec.domainOfCodec?.name === 'text') attribute.codec = attribute.codec.domainOfCodec;
      },
    },
  },
};
