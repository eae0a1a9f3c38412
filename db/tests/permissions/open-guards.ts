/**
 * Operators that return NULL if one of their sides is NULL: `not` of anything except exists and found, and every operator that tests
 * inequality.
 */
const nullable = /\bnot\b(?! (?:exists|found)\b)|<>|!=|!~/i;

/** Comparisons that are never NULL, because of their operands. */
const neverNull: readonly RegExp[] = [
  /\bnum_n(?:on)?nulls\([^()]*\) <> \d+/g,
  /\bcoalesce\([\w.]+, ''\) (?:<>|!~) ''/g,
  // Columns and variables that are never NULL.
  /\bcoalesce\(cardinality\(emails\), 0\) not between 1 and 50/g,
  /\bl\.id <> lesson\b/g, // The lesson was found and locked.
  /\bu\.id <> old\.id\b/g,
  /\bc\.user_id <> leaving\b/g, // A contribution has a user, and the one who leaves was found.
  /\bc\.language <> save_video_captions\.language\b/g, // Counts the others; NULL isn't a language.
  /\bs\.status <> ''/g,
  /\bfound_row\.process_id <> process\b/g,
  /\boutcome <> ''/g, // Set in every branch before.
  /\bnot jsonb_path_exists\(new\.body_delta, ''\)/g, // A trigger that updates a list; it refuses nothing.
];

/** Returns the conditions of a PL/pgSQL function that refuse, by an error or by returning, and let NULL through. */
export function openGuards(source: string): string[] {
  const code = source
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ');
  return [...code.matchAll(/(?<!\bend )\b(?:if|elsif) ((?:(?! then ).)*) then (?:raise|return)\b/gi)]
    .map(([, condition = '']) => condition)
    .filter((condition) => nullable.test(withoutDecided(neverNull.reduce((text, pattern) => text.replaceAll(pattern, 'true'), condition))));
}

/**
 * Returns a condition without the operands of `is true`, `is not true`, `is distinct from` and the like: parentheses, a call or a name
 * before them.
 */
function withoutDecided(condition: string): string {
  let text = condition;
  for (;;) {
    const match = / is (?:not )?(?:true|false|null|distinct from [\w.]+(?:\([^()]*\))?)/i.exec(text);
    if (!match) return text;
    text = `${text.slice(0, startOfOperand(text, match.index))}true${text.slice(match.index + match[0].length)}`;
  }
}

/** Returns the start of the operand that ends at a position. */
function startOfOperand(text: string, end: number): number {
  let at = end;
  if (text[at - 1] === ')') {
    let depth = 0;
    do {
      at -= 1;
      if (text[at] === ')') depth += 1;
      if (text[at] === '(') depth -= 1;
    } while (depth > 0 && at > 0);
  }
  while (/[\w.':]/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}
