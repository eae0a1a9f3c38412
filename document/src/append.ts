/**
 * Appends any number of items to a list. `list.push(...items)` passes each item as an argument of one call, and throws a RangeError for
 * more than about 125,000.
 */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest of any number of numbers and `atLeast`. */
export function largestOf(numbers: Iterable<number>, atLeast = Number.NEGATIVE_INFINITY): number {
  let largest = atLeast;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}

/** Returns the smallest of any number of numbers and `atMost`. */
export function smallestOf(numbers: Iterable<number>, atMost = Number.POSITIVE_INFINITY): number {
  let smallest = atMost;
  for (const number of numbers) if (number < smallest) smallest = number;
  return smallest;
}
