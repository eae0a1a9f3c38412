import type { OwnFacts } from '../page-facts.tsx';

const taken = new WeakMap<OwnFacts, Set<string>>();

/** Returns a part of what the server sent for the reader with the first page; only once, because it may have changed by the next time. */
export function takeOwn<TPart>(own: OwnFacts | null | undefined, name: string): TPart | null {
  if (!own) return null;
  const names = taken.get(own) ?? new Set();
  taken.set(own, names);
  if (names.has(name)) return null;
  names.add(name);
  return (own[name] as TPart | undefined) ?? null;
}
