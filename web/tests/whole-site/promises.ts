/**
 * Words that promise something which only the owner of a site can decide or keep: how often a newsletter is sent, what editors do, what is
 * free, how fast someone answers, what else a subscription includes.
 */
const promises =
  /\b(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:every|each) (?:day|week|month)|weekly|within \d+ \w+|\d+-minute|minutes?|source code|live projects?|project demos|chat access|guarantee\w*|money back|get paged|we(?:’ll)? (?:edit|help|typeset|review|reply|refund|promise|never)|you do\. we|nothing else, ever|no account needed|price of one|first lesson of everything|your name is on)\b/gi;

/** Returns the promises in a text. */
export function promisesIn(text: string): string[] {
  return [...text.matchAll(promises)].map(([words]) => words);
}
