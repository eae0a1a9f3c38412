type Person = { role: string; userId: string | null };

/**
 * A test case that only works because a definer function sees or writes more than its caller. `perform` runs as the user, and then a
 * superuser reads the result; a `person` of null is the superuser as well.
 */
export type Door = { name: string; person: Person | null; perform?: string; query: string; answer: string };
