import { seededRandom } from '@newline/db/seeded-random';

/** Returns the list in an order that the seed determines. */
export function shuffle<Item>(list: readonly Item[], seed: string): Item[] {
  const random = seededRandom(seed);
  return list
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
