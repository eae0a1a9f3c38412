/** An `onError` for tests: what fails while a request is answered fails the test. */
export function rethrow(error: unknown): never {
  throw error;
}
