/** Splits a list into chunks of a size; the last one has the remaining items. */
export function partsOf<Item>(list: readonly Item[], size: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
