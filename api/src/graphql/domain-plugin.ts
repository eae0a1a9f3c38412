/**
 * Exposes the text domains of the database (a slug, a username, a URL) as String.
 *
 * The specification's operations pass them as strings, so a variable `$slug: String!` must be accepted. The database still checks their
 * form.
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
