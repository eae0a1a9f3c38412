/** What is wrong, as sentences by the names of fields; `form` is for what belongs to none. */
export type Faults = Readonly<Record<string, string>>;
