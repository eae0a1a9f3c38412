import type { Feature } from '../../feature.ts';
import { RepositoriesPlugin } from './repositories-plugin.ts';
import { createRepositoryPasses } from './repository-passes.ts';

/** Access to repositories on an assets server, for users who may read everything that a repository belongs to. */
export const repositories: Feature = {
  name: 'repositories',
  plugins: [RepositoriesPlugin],
  startForQueries: ({ env }) => ({ services: { repositoryPasses: createRepositoryPasses(env.secretKey) } }),
};
