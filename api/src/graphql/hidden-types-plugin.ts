import { TYPES } from 'postgraphile/@dataplan/pg';

/** Types of columns that the API does not show: they are read as text, so that building the schema does not stop over them. */
const hiddenTypes = new Set(['int4multirange', 'tsvector']);

/** Gives columns of unknown types a form; whether they are shown is said beside them, in SQL. */
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
