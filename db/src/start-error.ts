/**
 * Something the person who starts the site can put right. Its message is one clear sentence that names the
 * remedy; whoever starts the process prints the message alone and exits with 1. Any other error is a mistake of ours.
 */
export class StartError extends Error {
  override name = 'StartError';
}
