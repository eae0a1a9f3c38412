const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * Explains why a filtered library is empty, and what to do. Within a group any filter may match; across groups all must match.
 *
 * @param groups the labels of the selected filters, one list per group
 */
export function explainEmpty(groups: readonly (readonly string[])[], search: string): string {
  const chosen = groups.filter((labels) => labels.length > 0);
  const conditions = [...chosen.map((labels) => either.format(labels)), ...(search === '' ? [] : [`the search “${search}”`])];
  if (conditions.length === 0) return 'There’s nothing on this page of your library.';
  const advice = conditions.length > 1 ? 'Remove one of the filters.' : search === '' ? 'Remove the filter.' : 'Try other words.';
  return `Nothing in your library matches ${all.format(conditions)}. ${advice}`;
}
