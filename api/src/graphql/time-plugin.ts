import { Kind, type ValueNode } from 'postgraphile/graphql';
import { documentError } from '../errors/error-codes.ts';

/** Times that callers may give lie in these years: a time that opens or closes something is neither older nor later. */
const [firstYear, lastYear] = [1970, 2999];

/** A date or a time as ISO 8601 has it, with an offset that PostgreSQL takes. Its own words, such as 'infinity' and 'tomorrow', are none. */
const form =
  /^(\d{4})-\d{2}-\d{2}(?:[T ](?:[01]\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)?)?$/i;

/** Answers a date or a time as it was given. Throws GraphQLError for one that is no date, or of a year that nobody means. */
export function readTime(given: unknown): string {
  const year = typeof given === 'string' ? Number(form.exec(given)?.[1] ?? Number.NaN) : Number.NaN;
  if (typeof given !== 'string' || Number.isNaN(year) || Number.isNaN(Date.parse(given.slice(0, 10))))
    throw documentError('TIME_INVALID', { got: shown(given) });
  if (year < firstYear || year > lastYear) throw documentError('TIME_OUT_OF_RANGE', { min: firstYear, max: lastYear, got: shown(given) });
  return given;
}

function shown(given: unknown): string {
  return typeof given === 'string' ? JSON.stringify(given.slice(0, 60)) : typeof given;
}

/** Refuses dates and times that are none wherever the API takes one: `infinity`, words of PostgreSQL, years that nobody means. */
export const TimePlugin: GraphileConfig.Plugin = {
  name: 'TimePlugin',
  schema: {
    hooks: {
      GraphQLScalarType(config) {
        if (config.name !== 'Datetime' && config.name !== 'Date') return config;
        return {
          ...config,
          parseValue: readTime,
          parseLiteral: (node: ValueNode) => readTime(node.kind === Kind.STRING ? node.value : null),
        };
      },
    },
  },
};
