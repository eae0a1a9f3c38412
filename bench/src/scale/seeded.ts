/** Returns a whole number from 0 to 2³² - 1 that looks random and depends only on these numbers (the finalizer of MurmurHash3). */
function hashOf(seed: number, n: number): number {
  let mixed = (Math.imul(n ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b) + seed) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Returns a number from 0 (inclusive) to 1 (exclusive) for the row `n` of a list with its own seed. */
export function share(seed: number, n: number): number {
  return hashOf(seed, n) / 4_294_967_296;
}

/** Returns a whole number below `bound`, each as often. */
export function pick(seed: number, n: number, bound: number): number {
  return Math.floor(share(seed, n) * bound);
}

/** Returns a whole number below `bound`; small ones far more often, as a few titles have most of the learners. */
export function pickPopular(seed: number, n: number, bound: number): number {
  return Math.floor(share(seed, n) ** 3 * bound);
}

/** Returns `parts` whole numbers whose sum is exactly `total`, most of them small and a few large. */
export function spread(seed: number, total: number, parts: number): Int32Array {
  const counts = new Int32Array(parts);
  let left = total;
  for (let n = 0; n < parts; n += 1) {
    const count = Math.min(left, Math.floor(share(seed, n) ** 3 * 4 * (total / parts)));
    counts[n] = count;
    left -= count;
  }
  for (let n = 0; left > 0; n = (n + 1) % parts, left -= 1) counts[n] = (counts[n] ?? 0) + 1;
  return counts;
}

/** The kinds of rows with an ID. */
const kinds = [
  ...['user', 'account', 'session', 'course', 'book', 'article', 'lesson', 'place', 'contribution', 'tagging', 'price', 'clip'],
  ...['video', 'like', 'share', 'bookmark', 'discussion', 'comment', 'reaction', 'report', 'notice', 'attachment', 'enrollment'],
  ...['progress', 'purchase', 'subscription', 'payment', 'entitlement', 'team', 'member', 'coupon', 'checkout', 'gift', 'review'],
  ...[
    'survey',
    'audit',
    'subscriber',
    'redirect',
    'token',
    'revision',
    'endpoint',
    'delivery',
    'section',
    'grant',
    'certificate',
    'note',
    'note key',
    'path',
    'step',
    'completion',
  ],
] as const;

/** Returns the ID of the row `n` of a kind: in the order of creation, like a UUID of version 7, and the same each time. */
export function idOf(kind: (typeof kinds)[number], n: number): string {
  const at = kinds.indexOf(kind);
  const order = (0x1800000000 * 16 + n * 64 + at).toString(16).padStart(12, '0').slice(-12);
  const tail =
    hashOf(at + 101, n)
      .toString(16)
      .padStart(8, '0') +
    hashOf(at + 211, n)
      .toString(16)
      .padStart(8, '0')
      .slice(0, 4);
  return `${order.slice(0, 8)}-${order.slice(8)}-7${at.toString(16).padStart(3, '0')}-8${(n % 4096).toString(16).padStart(3, '0')}-${tail}`;
}

const syllables = ['ba', 'ke', 'lo', 'tir', 'un', 'mas', 'ven', 'dor', 'pel', 'quin', 'ras', 'sho', 'tam', 'ul', 'vir', 'zan'] as const;

/** How many different words there are. */
export const wordCount = 16 ** 3;

/** Returns a made-up word by its number. */
export function wordOf(number: number): string {
  return [number % 16, Math.floor(number / 16) % 16, Math.floor(number / 256) % 16].map((at) => syllables[at]).join('');
}

/** Returns a sentence of made-up words, some of which are in most texts, and others in almost none. */
export function sentenceOf(seed: number, n: number, words: number): string {
  const all = Array.from({ length: words }, (_, at) => wordOf(pickPopular(seed + at, n, wordCount)));
  return `In part ${n} the ${all.join(' ')} holds.`;
}
