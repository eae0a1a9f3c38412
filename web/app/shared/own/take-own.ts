import type { OwnFacts } from '../page-facts.tsx';

const taken = new WeakMap<OwnFacts, Set<string>>();

/** Returns a part of what the server sent for the reader with the first page; only once, because it may have changed by the next time. */
export function takeOwn(own: OwnFacts | null | undefined, name: string): unknown {
  if (!own) return null;
  const names = taken.get(own) ?? new Set();
  taken.set(own, names);
  if (names.has(name)) return null;
  names.add(name);
  return own[name] ?? null;
}
