import { data } from 'react-router';

/** Returns the number of the requested page of a list (`?page=`); 1 without it. Throws a 404 for anything but a number from 1 to 9999. */
export function pageNumberOf(text: string | null): number {
  if (text === null) return 1;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}
