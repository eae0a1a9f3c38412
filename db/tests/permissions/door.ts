type Person = { role: string; userId: string | null };

/**
 * Something that works only because a definer function sees or writes more than the person who asks. With `act`, that is
 * done as the person and the superuser looks at what came of it; `person` null is the superuser too.
 */
export type Door = { name: string; person: Person | null; perform?: string; query: string; answer: string };
