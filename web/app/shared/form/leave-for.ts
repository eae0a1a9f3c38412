/** Loads another page. The form stays busy until this page is left, and is reset when the user comes back to it. */
export function leaveFor(url: string): Promise<void> {
  location.assign(url);
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }));
}
