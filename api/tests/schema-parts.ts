import { createMemoryRateLimit } from '@newline/api/rate-limits';
import { featurePlugins } from '@newline/api/features';
import { createRepositoryPasses } from '@newline/api/features/repositories/repository-passes';
import { createVideoPasses } from '@newline/api/features/videos/video-passes';
import type {} from '@newline/api/services';

const secretKey = 'only for tests, as long as a secret';

/** The whole schema for `createGraphQL`, with those services that need nothing but this process. An operation that asks for another fails. */
export const schemaParts = {
  plugins: featurePlugins,
  services: {
    videoPasses: createVideoPasses(secretKey),
    repositoryPasses: createRepositoryPasses(secretKey),
    commentRateLimit: createMemoryRateLimit({ times: 1_000_000, windowSeconds: 60 }),
  },
};
