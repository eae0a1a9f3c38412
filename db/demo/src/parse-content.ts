import type { z } from 'zod';

/** Returns the checked `value`. Throws with `file`, the path of each of the first errors, and the reason. */
export function parseContent<Schema extends z.ZodType>(file: string, value: unknown, schema: Schema): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`db/demo: ${file}: ${faults.join('; ')}`);
}
