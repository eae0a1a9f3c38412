/** A statement of SQL, and where it starts in its text. */
export type Statement = { readonly text: string; readonly from: number };

/** What a statement consists of, in the order in which it's tried. Text that isn't closed goes on to the end, and PostgreSQL says so. */
const pieces = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*`,
    String.raw`[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)`,
    String.raw`'(?:[^']|'')*(?:'|$)`,
    String.raw`"(?:[^"]|"")*(?:"|$)`,
    String.raw`\$(?<tag>[\p{L}_][\p{L}\p{N}_]*)?\$[\s\S]*?(?:\$\k<tag>\$|$(?![\s\S]))`,
    String.raw`[\p{L}_][\p{L}\p{N}_$]*`,
    String.raw`[();]`,
  ].join('|'),
  'gu',
);

/**
 * Splits SQL into its statements, so that each has a result of its own. A semicolon in a text, a name, a comment, parentheses or the body of
 * a function (`begin atomic … end`) ends none.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let from = 0;
  let depth = 0;
  let blocks = 0;
  let word = '';
  let hasCode = false;
  const finish = (to: number) => {
    const text = sql.slice(from, to);
    if (hasCode) statements.push({ text, from });
    from = to + 1;
    depth = 0;
    blocks = 0;
    word = '';
    hasCode = false;
  };
  const search = new RegExp(pieces);
  let before = 0;
  for (let match = search.exec(sql); match !== null; match = search.exec(sql)) {
    const [piece] = match;
    if (sql.slice(before, match.index).trim() !== '') hasCode = true;
    if (piece === '/*') search.lastIndex = endOfComment(sql, search.lastIndex);
    else if (piece === ';') {
      if (depth === 0 && blocks === 0) finish(match.index);
    } else if (!piece.startsWith('--')) {
      hasCode = true;
      if (piece === '(') depth += 1;
      if (piece === ')') depth = Math.max(0, depth - 1);
      const name = piece.toLowerCase();
      if ((name === 'atomic' && word === 'begin') || (blocks > 0 && name === 'case')) blocks += 1;
      if (blocks > 0 && name === 'end') blocks -= 1;
      word = name;
    }
    before = search.lastIndex;
  }
  if (sql.slice(before).trim() !== '') hasCode = true;
  finish(sql.length);
  return statements;
}

/** Comments contain each other. */
function endOfComment(sql: string, from: number): number {
  const marks = /\/\*|\*\//gu;
  marks.lastIndex = from;
  let depth = 1;
  for (let match = marks.exec(sql); match !== null; match = marks.exec(sql)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return sql.length;
}
