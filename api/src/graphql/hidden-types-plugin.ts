import { TYPES } from 'postgraphile/@dataplan/pg';

/** Types of columns that the API doesn't expose: they are treated as text, so that building the schema doesn't fail. */
const hiddenTypes = new Set(['int4multirange', 'tsvector']);

/** Treats columns of hidden types as text; SQL comments decide whether a column is exposed. */
export const HiddenTypesPlugin: GraphileConfig.Plugin = {
  name: 'HiddenTypesPlugin',
  gather: {
    hooks: {
      pgCodecs_findPgCodec(_info, event) {
        if (event.pgCodec === null && hiddenTypes.has(event.pgType.typname)) event.pgCodec = TYPES.text;
      },
    },
  },
};
