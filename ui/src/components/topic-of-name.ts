const topics = ['ai', 'frontend', 'backend', 'languages', 'basics', 'concepts', 'engineering', 'design'] as const;

/** Returns the topic whose colors a user has, derived from their name (FNV-1a), so that they're the same everywhere. */
export function topicOfName(name: string): (typeof topics)[number] {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return topics[hash % topics.length] ?? 'frontend';
}
