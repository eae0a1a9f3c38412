/** A line of the doctor's output: what was checked, the result, and how to fix it. */
export type Finding = { state: 'ok' | 'warn' | 'fail'; what: string; remedy?: string };
