/** What is NULL when one of its sides is: `not` of all but exists and found, and every operator that says that two things differ. */
const nullable = /\bnot\b(?! (?:exists|found)\b)|<>|!=|!~/i;

/** Comparisons that are never NULL, for what stands in them. */
const neverNull: readonly RegExp[] = [
  /\bnum_n(?:on)?nulls\([^()]*\) <> \d+/g,
  /\bcoalesce\([\w.]+, ''\) (?:<>|!~) ''/g,
  // Columns and variables that are never NULL.
  /\bcoalesce\(cardinality\(emails\), 0\) not between 1 and 50/g,
  /\bl\.id <> lesson\b/g, // the lesson was found and locked
  /\bu\.id <> old\.id\b/g,
  /\bc\.user_id <> leaving\b/g, // a contribution has a user; the one who leaves was found
  /\bc\.language <> save_video_captions\.language\b/g, // counts what there is beside it; NULL is no language
  /\bs\.status <> ''/g,
  /\bfound_row\.process_id <> process\b/g,
  /\boutcome <> ''/g, // set in every branch before
  /\bnot jsonb_path_exists\(new\.body_delta, ''\)/g, // a trigger that keeps a list; it refuses nothing
];

/** The conditions of a function of PL/pgSQL that refuse, by an error or by returning, and let NULL through. */
export function openGuards(source: string): string[] {
  const code = source
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ');
  return [...code.matchAll(/(?<!\bend )\b(?:if|elsif) ((?:(?! then ).)*) then (?:raise|return)\b/gi)]
    .map(([, condition = '']) => condition)
    .filter((condition) => nullable.test(withoutDecided(neverNull.reduce((text, pattern) => text.replaceAll(pattern, 'true'), condition))));
}

/** A condition without what `is true`, `is not true`, `is distinct from` and the like have decided: parentheses, a call or a name before them. */
function withoutDecided(condition: string): string {
  let text = condition;
  for (;;) {
    const match = / is (?:not )?(?:true|false|null|distinct from [\w.]+(?:\([^()]*\))?)/i.exec(text);
    if (!match) return text;
    text = `${text.slice(0, startOfOperand(text, match.index))}true${text.slice(match.index + match[0].length)}`;
  }
}

/** Where the operand that ends at a position begins. */
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
