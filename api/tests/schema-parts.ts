import { createMemoryRateLimit } from '@newline/api/rate-limits';
import { featurePlugins } from '@newline/api/features';
import { createRepositoryPasses } from '@newline/api/features/repositories/repository-passes';
import { createVideoPasses } from '@newline/api/features/videos/video-passes';
import type {} from '@newline/api/services';

const secretKey = 'only for tests, as long as a secret';
/** Passes contain when they end: two responses are the same whenever they are made. */
const now = () => Date.UTC(2030, 0, 1);

/** The whole schema for `createGraphQL`, with the services that need only this process. An operation that needs another one fails. */
export const schemaParts = {
  plugins: featurePlugins,
  services: {
    videoPasses: createVideoPasses(secretKey, now),
    repositoryPasses: createRepositoryPasses(secretKey, now),
    commentRateLimit: createMemoryRateLimit({ times: 1_000_000, windowSeconds: 60 }),
  },
};
