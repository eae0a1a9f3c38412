/**
 * Appends items to a list, however many there are. `list.push(...items)` passes each as an argument of one call, and throws a RangeError for
 * more than about 125,000.
 */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Returns the largest of some numbers and of `atLeast`, however many there are. */
export function largestOf(numbers: Iterable<number>, atLeast = Number.NEGATIVE_INFINITY): number {
  let largest = atLeast;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}

/** Returns the smallest of some numbers and of `atMost`, however many there are. */
export function smallestOf(numbers: Iterable<number>, atMost = Number.POSITIVE_INFINITY): number {
  let smallest = atMost;
  for (const number of numbers) if (number < smallest) smallest = number;
  return smallest;
}
