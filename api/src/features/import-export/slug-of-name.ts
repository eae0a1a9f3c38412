/**
 * A name for a file, and for a lesson until the database has made its slug (nameLessons): Latin letters and digits without accents, in
 * words joined by hyphens; `other` when none is left.
 */
export function slugOfName(name: string, other: string): string {
  const plain = name.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/['’]/gu, '');
  const slug = plain.replaceAll(/[^a-z0-9]+/gu, '-').replaceAll(/^-+|-+$/gu, '');
  return slug.slice(0, 80).replace(/-+$/u, '') || other;
}

/** Gives out slugs that differ: the second `intro` is `intro-2`. */
export class Slugs {
  readonly #taken = new Set<string>();

  take(importOptions: string): string {
    let slug = importOptions;
    for (let count = 2; this.#taken.has(slug); count += 1) slug = `${importOptions}-${count}`;
    this.#taken.add(slug);
    return slug;
  }
}
