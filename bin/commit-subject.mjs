/** The longest subject, in characters, which Git's own tools and code hosts show in full. */
const maxSubjectLength = 72;

/** Verbs that only look like another form of a verb. */
const imperatives = new Set(['Bring', 'Embed', 'Focus', 'Ping', 'Ring', 'Shed', 'Shred', 'String', 'Swing', 'Bias', 'Alias']);

/**
 * Returns what is wrong with the subject of a commit, or null if it is `area: Imperative …`.
 *
 * @param {string} subject
 * @returns {string | null}
 */
export function faultOfSubject(subject) {
  const length = [...subject].length;
  if (length > maxSubjectLength) return `is ${length} characters long; at most ${maxSubjectLength} are allowed`;
  const [, verb] = /^[a-z0-9][a-z0-9 .-]*(?:, [a-z0-9][a-z0-9 .-]*)*: (\S+) \S/.exec(subject) ?? [];
  if (verb === undefined) return 'must be "area: Imperative", such as "web: Keep the draft when the editor loads"';
  if (!/^[A-Z][a-z-]*$/.test(verb)) return `must go on with a capitalized verb after the area, not with "${verb}"`;
  if (imperatives.has(verb) || /(?:ss|eed)$/.test(verb)) return null;
  if (/(?:ed|ing|s)$/.test(verb)) return `must be in the imperative ("Add", not "Added", "Adding" or "Adds"), not "${verb}"`;
  if (subject.endsWith('.')) return 'must not end with a period';
  return null;
}

/**
 * Returns what is wrong with a message that Git passes to a hook. Merges, reverts and commits to be squashed have Git's own subjects.
 *
 * @param {string} message
 * @returns {string | null}
 */
export function faultOfMessage(message) {
  const subject = message.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  if (subject === '' || /^(?:Merge |Revert "|(?:fixup|squash|amend)! )/.test(subject)) return null;
  const fault = faultOfSubject(subject.trimEnd());
  return fault === null ? null : `The subject of this commit ${fault}:\n  ${subject}`;
}
