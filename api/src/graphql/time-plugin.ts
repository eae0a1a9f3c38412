import { Kind, type ValueNode } from 'postgraphile/graphql';
import { documentError } from '../errors/error-codes.ts';

/** Range of years that the API accepts in times. */
const [firstYear, lastYear] = [1970, 2999];

/**
 * A date or a time in ISO 8601, with an offset that PostgreSQL accepts. Excludes PostgreSQL's special values, such as 'infinity' and
 * 'tomorrow'.
 */
const form =
  /^(\d{4})-\d{2}-\d{2}(?:[T ](?:[01]\d|2[0-4]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)?)?$/i;

/** Returns a date or a time unchanged. Throws a GraphQLError if it's invalid or out of range. */
export function readTime(input: unknown): string {
  const year = typeof input === 'string' ? Number(form.exec(input)?.[1] ?? Number.NaN) : Number.NaN;
  if (typeof input !== 'string' || Number.isNaN(year) || Number.isNaN(Date.parse(input.slice(0, 10))))
    throw documentError('TIME_INVALID', { got: preview(input) });
  if (year < firstYear || year > lastYear) throw documentError('TIME_OUT_OF_RANGE', { min: firstYear, max: lastYear, got: preview(input) });
  return input;
}

function preview(input: unknown): string {
  return typeof input === 'string' ? JSON.stringify(input.slice(0, 60)) : typeof input;
}

/** Rejects invalid dates and times in all inputs of the API: `infinity`, PostgreSQL's special values, and years out of range. */
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
