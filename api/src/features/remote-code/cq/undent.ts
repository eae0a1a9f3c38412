/** Joins lines after removing the indentation that all non-blank lines share; blank lines become empty. */
export function undent(lines: readonly string[]): string {
  const full = lines.filter((line) => line.trim() !== '');
  let shared = indentOf(full);
  for (const line of full) {
    let length = 0;
    while (length < shared.length && line[length] === shared[length]) length += 1;
    shared = shared.slice(0, length);
  }
  return lines.map((line) => (line.trim() === '' ? '' : line.slice(shared.length))).join('\n');
}

/** Returns the indentation of the first line that isn't blank. */
export function indentOf(lines: readonly string[]): string {
  return /^[ \t]*/u.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
}
