const either = new Intl.ListFormat('en', { type: 'disjunction' });
const all = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * Says why a filtered library has no rows, and what to do. Within a group any filter may match, between groups all must.
 *
 * @param groups the labels of the chosen filters, a list for each group
 */
export function explainEmpty(groups: readonly (readonly string[])[], search: string): string {
  const chosen = groups.filter((labels) => labels.length > 0);
  const conditions = [...chosen.map((labels) => either.format(labels)), ...(search === '' ? [] : [`the search “${search}”`])];
  if (conditions.length === 0) return 'There’s nothing on this page of your library.';
  const advice = conditions.length > 1 ? 'Remove one of the filters.' : search === '' ? 'Remove the filter.' : 'Try other words.';
  return `Nothing in your library matches ${all.format(conditions)}. ${advice}`;
}
