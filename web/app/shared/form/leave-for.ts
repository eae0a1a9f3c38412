/** Leaves for another page, anew. What was under way stays so until the page is left; it has ended for whoever comes back to it. */
export function leaveFor(address: string): Promise<void> {
  location.assign(address);
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }));
}
