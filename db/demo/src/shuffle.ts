import { seededRandom } from '@newline/db/seeded-random';

/** The list in an order that the seed decides. */
export function shuffle<Item>(list: readonly Item[], seed: string): Item[] {
  const random = seededRandom(seed);
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
