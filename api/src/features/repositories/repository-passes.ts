import { createHmac } from 'node:crypto';

const validMs = 12 * 60 * 60 * 1000;
/** URLs signed within the same hour are identical, so that a page that is loaded twice shows the same link. */
const stepMs = 60 * 60 * 1000;

/** Signs URLs of protected repositories on the assets server. */
export type RepositoryPasses = {
  /** Returns `?expires={seconds since 1970}&signature={HMAC-SHA256}` for a path on the assets server, valid for 12 to 13 hours. */
  issue(pathname: string): string;
};

/** Returns the key that the assets server checks signatures with (docs/books.md), as hex. */
export function repositoryKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('repository addresses').digest('hex');
}

/**
 * Creates the signer of repository URLs. The signature is HMAC-SHA256 over the expiry time, a line feed and the path, in base64url.
 * @param now milliseconds since 1970, for tests
 */
export function createRepositoryPasses(secretKey: string, now: () => number = Date.now): RepositoryPasses {
  const key = repositoryKey(secretKey);
  return {
    issue(pathname) {
      const expires = String((Math.ceil(now() / stepMs) * stepMs + validMs) / 1000);
      const signature = createHmac('sha256', key).update(`${expires}\n${pathname}`).digest('base64url');
      return `?expires=${expires}&signature=${signature}`;
    },
  };
}
