/** Error messages by field name; `form` is for errors of the form as a whole. */
export type Faults = Readonly<Record<string, string>>;
