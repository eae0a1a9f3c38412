/** An `onError` for tests: an error while handling a request fails the test. */
export function rethrow(error: unknown): never {
  throw error;
}
