/**
 * A problem that the operator can fix. Its message is one clear sentence with the solution; the process prints only the message and exits
 * with 1. All other errors are bugs.
 */
export class StartError extends Error {
  override name = 'StartError';
}
