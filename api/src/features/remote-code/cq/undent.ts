/** The lines without the white space with which all of them begin, joined; blank lines do not count, and become empty. */
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

/** The white space at the start of the first line that is not blank. */
export function indentOf(lines: readonly string[]): string {
  return /^[ \t]*/u.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
}
