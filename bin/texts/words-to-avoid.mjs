/** Words that read like a translation, with replacements. docs/words.md explains them. */
export const wordsToAvoid = [
  { pattern: /\bsomebody\b/gi, instead: 'someone, a user, or the noun' },
  { pattern: /\bwho(?:m|so)?ever\b/gi, instead: 'anyone who, or the noun' },
  { pattern: /\banew\b/gi, instead: 'again' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/gi, instead: 'is notified, is shown' },
  { pattern: /\bstands?\b/gi, instead: 'is' },
  { pattern: /\b(?:of (?:yours|ours|theirs|hers|his)|(?:of )?one's own)\b/gi, instead: 'your, our, their' },
  { pattern: /\b(?:by (?:itself|themselves|yourself))\b/gi, instead: 'automatically, alone' },
  { pattern: /\bat once\b/gi, instead: 'immediately, at the same time' },
  { pattern: /\bput(?:ting)? (?:it |them |that |your \w+ )?right\b/gi, instead: 'fix, update' },
  { pattern: /\basked for\b/gi, instead: 'requested' },
  { pattern: /\bkept (?:pages?|parts?)\b/gi, instead: 'cached page, cached fragment' },
  { pattern: /\bsigns\b(?! (?:in|up|out|off|you|them|the|a|an|requests?|with|urls?)\b)/gi, instead: 'characters' },
  { pattern: /\blooks? into (?:your|the) mail\b/gi, instead: 'check your email' },
  { pattern: /\be-mails?\b/gi, instead: 'email' },
  { pattern: /\bgo on (?:tomorrow|reading)\b/gi, instead: 'try again, continue' },
];

/**
 * Returns the words to avoid in a text that people read.
 *
 * @param {string} text
 * @returns {{ word: string, instead: string }[]}
 */
export function findWords(text) {
  return wordsToAvoid.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(([word]) => ({ word: word.toLowerCase(), instead })),
  );
}

/**
 * Returns the lines of a Markdown file that are prose, without code and what comments hide.
 *
 * @param {string} source
 * @returns {{ line: number, text: string }[]}
 */
export function proseOf(source) {
  let fence = '';
  const withoutComments = source.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''));
  return withoutComments.split('\n').flatMap((text, index) => {
    const [, mark = ''] = /^\s*(```+|~~~+)/.exec(text) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return [];
    }
    if (mark !== '') {
      fence = mark;
      return [];
    }
    return [{ line: index + 1, text: text.replace(/(`+)[^`]*?\1/g, '`…`').replace(/\]\([^)]*\)/g, ']') }];
  });
}
