const topics = ['ai', 'frontend', 'backend', 'languages', 'basics', 'concepts', 'engineering', 'design'] as const;

/** The topic whose colours a person has, by their name (FNV-1a), so that they keep them everywhere. */
export function topicOfName(name: string): (typeof topics)[number] {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return topics[hash % topics.length] ?? 'frontend';
}
