import type { Feature } from '../../feature.ts';
import { RepositoriesPlugin } from './repositories-plugin.ts';
import { createRepositoryPasses } from './repository-passes.ts';

/** Repositories of an assets server, for those who may read all of what they belong to. */
export const repositories: Feature = {
  name: 'repositories',
  plugins: [RepositoriesPlugin],
  startForQueries: ({ env }) => ({ services: { repositoryPasses: createRepositoryPasses(env.secretKey) } }),
};
