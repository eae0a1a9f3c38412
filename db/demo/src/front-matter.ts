/** A Markdown file of the demo: its front matter between two `---` lines, and its body. */
export type FrontMatter = { facts: Record<string, unknown>; body: string };

/**
 * Parses `key: value` lines; a value is JSON if possible, otherwise a plain string. Throws for anything else, naming the line.
 *
 * @example readFrontMatter('---\ntitle: Pipes\ntags: ["shell"]\n---\n\nText.').facts // { title: 'Pipes', tags: ['shell'] }
 */
export function readFrontMatter(text: string): FrontMatter {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error('expected front matter between two --- lines');
  const facts: Record<string, unknown> = {};
  for (const line of head.split('\n')) {
    const [, key, value] = /^(\w+):(?: (.*))?$/.exec(line) ?? [];
    if (key === undefined) throw new Error(`expected "key: value", got "${line}"`);
    if (key in facts) throw new Error(`${key} is there twice`);
    facts[key] = readValue(value ?? '');
  }
  return { facts, body: body.trim() };
}

/** Returns the value of a line: parsed if it's JSON, otherwise the string itself. */
export function readValue(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
