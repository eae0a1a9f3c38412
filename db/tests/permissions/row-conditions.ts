import { idOf } from './world.ts';

/** One kind of row: its table, its name and the condition that finds exactly one, where {me} and {them} are user ids. */
export type RowKind = { table: string; name: string; where: string };

/** Returns the kinds of rows of a table, by their names. */
export function kinds(table: string, conditions: Readonly<Record<string, string>>): RowKind[] {
  return Object.entries(conditions).map(([name, where]) => ({ table, name, where }));
}

/** Returns a condition for each name. */
export function each(names: readonly string[], condition: (name: string) => string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, condition(name)]));
}

/** Videos that no item uses, by their owner. */
export function ownVideo(): Record<'own' | "other's", string> {
  const isLoose = 'course_id is null and book_id is null';
  return { own: `owner_id = {me} and ${isLoose}`, "other's": `owner_id = {them} and ${isLoose}` };
}

/** Rows by the column of their user. */
export function owned(column: string): Record<string, string> {
  return { own: `${column} = {me}`, "other's": `${column} = {them}` };
}

/** The row with the ID of this name. */
export function byId(name: string): string {
  return `id = '${idOf(name)}'`;
}

/** Rows of a course, book or article. */
export function byItem(item: string): string {
  return `${item.split(' ')[0]}_id = '${idOf(item)}'`;
}

/** Rows of the lesson of an item. */
export function byLesson(item: string): string {
  return `lesson_id = '${idOf(`lesson ${item}`)}'`;
}
