/** One line of the doctor: what was looked at, how it is, and what to do unless it is well. */
export type Finding = { state: 'ok' | 'warn' | 'fail'; what: string; remedy?: string };
