import type pg from 'pg';

/** A limit, and where SQL enforces it: a column, a domain, a table whose rows are counted, or a function. */
export type SqlLimit = { readonly location: string; readonly most: number };

const size = String.raw`(?:octet_|char_)?length|cardinality|pg_column_size`;
const inParentheses = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;

/** Sizes in a check, by column; VALUE is the domain itself. An exact size isn't a limit. */
const inCheck = new RegExp(String.raw`(?:${size})\((\w+)\) <= (\d+)`, 'g');

/** A function that compares a size or a count with a number. */
const inFunction: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${size})${inParentheses} (?:>|<=) (\d+)`, 'g'),
  new RegExp(String.raw`\b(?:${size})${inParentheses} between \d+ and (\d+)`, 'g'),
  new RegExp(String.raw`(?:${size})${inParentheses}(?:, 0\))? not between \d+ and (\d+)`, 'g'),
  /\b\w+\.amount_cents between \d+ and (\d+)\) is not true/g,
  /\bdays between \d+ and (\d+)\) is not true/g,
  /\buse_quota\('[^']+', (\d+),/g,
  // A number of rows, or a sum.
  /(?:\bcount\(\*\)|interval '\d+ \w+'|= \w+\.\w+|= course|= book|ancestors\(new\)|missed|language|byte_count)\)? (?:>=|>) (\d+)\)?(?: then| or|\s)/g,
  /\bgreatest\((\d+), team\.seats/g,
  /\bleast\(greatest\(coalesce\((?:\w+\.)?\w+, \d+\), \d\), (\d+)\)/g,
  /\.place > (\d+)/g,
  /" desc offset (\d+) limit 1/g,
];

/** A function that reads only the first characters of its input. */
const inSearch = /\bleft\((?:btrim\(search\)|search\.words|words), (\d+)\)/g;
/** `offset case when is_young then 9 else 29`: the tenth row determines when the next is allowed. */
const byOffset = /offset case when is_young then (\d+) else (\d+) end/g;

/** Returns every size and count that the checks, triggers and functions of a database enforce. */
export async function sqlLimits(client: Pick<pg.Pool, 'query'>): Promise<{ readonly must: SqlLimit[]; readonly may: SqlLimit[] }> {
  const schemas = `('app_public'::regnamespace, 'app_private'::regnamespace, 'auth'::regnamespace)`;
  const { rows: checks } = await client.query<{ location: string; isDomain: boolean; text: string }>(
    `select coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text) as location, k.contypid <> 0 as "isDomain", pg_get_constraintdef(k.oid) as text
     from pg_constraint k where k.contype = 'c' and k.connamespace in ${schemas}`,
  );
  const { rows: triggers } = await client.query<{ location: string; most: number }>(
    `select t.tgrelid::regclass::text as location, split_part(encode(t.tgargs, 'escape'), '\\000', 2)::int as most from pg_trigger t where t.tgname = 'count_new_row'`,
  );
  const { rows: functions } = await client.query<{ location: string; source: string }>(
    `select n.nspname || '.' || p.proname as location, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.oid in ${schemas}`,
  );
  const must = [
    ...checks.flatMap(({ location, isDomain, text }) =>
      [...text.matchAll(inCheck)].map(([, column = '', most]) => ({
        location: isDomain ? location : `${location}.${column}`,
        most: Number(most),
      })),
    ),
    ...triggers,
    ...functions.flatMap(({ location, source }) => limitsIn(source).map((most) => ({ location, most }))),
  ];
  const may = functions.flatMap(({ location, source }) =>
    [...source.matchAll(inSearch)].map(([, most]) => ({ location, most: Number(most) })),
  );
  return { must, may };
}

/** Returns the numbers that a function's source compares sizes and counts with; those below ten are steps, not limits. */
export function limitsIn(source: string): number[] {
  const plain = source.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' ');
  const compared = inFunction.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, most]) => Number(most)));
  const counted = [...plain.matchAll(byOffset)].flatMap(([, young, others]) => [Number(young) + 1, Number(others) + 1]);
  return [...compared.filter((most) => most >= 10), ...counted];
}
