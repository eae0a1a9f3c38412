import type { PgResource, PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { lambda, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { RepositoryPasses } from './repository-passes.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Signs the URLs of protected repositories. */
      repositoryPasses: RepositoryPasses;
    }
  }
}

export const RepositoriesPlugin: GraphileConfig.Plugin = extendSchema(({ pgResources }) => {
  /** Calls a database function of the row. */
  const callFunction = <TValue>(name: string, $row: PgSelectSingleStep) => {
    const resource = pgResources[name] as PgResource;
    return resource.execute([{ step: $row.record(), pgCodec: resource.parameters?.[0]?.codec }] as never) as Step<TValue>;
  };
  const sign = ($isOpen: Step<boolean | null>, $path: Step<string | null>) =>
    lambda([$isOpen, $path, service('repositoryPasses')], ([isOpen, path, passes]) =>
      isOpen === true && path !== null ? passes.issue(path) : null,
    );
  const itemPlans = (table: 'courses' | 'books') => ({
    plans: {
      repositoryPass: ($item: PgSelectSingleStep) =>
        sign(callFunction(`${table}_is_open`, $item), $item.get('permalink') as Step<string | null>),
    },
  });
  return {
    typeDefs: /* GraphQL */ `
      extend type Lesson {
        """
        Query string for the URL of its repository on the assets server (\`repositoryPathname\`, or its permalink): an expiry time and a signature,
        valid for 12 hours. Null for users who may not read all of it.
        """
        repositoryPass: String
      }
      extend type Course {
        """
        Query string for the URL of its repository on the assets server, which is its permalink: an expiry time and a signature, valid for 12 hours.
        Null for users who may not read all of it.
        """
        repositoryPass: String
      }
      extend type Article {
        """
        Query string for the URL of its repository on the assets server, which is its permalink: an expiry time and a signature, valid for 12 hours.
        Null for users who may not read all of it.
        """
        repositoryPass: String
      }
      extend type Book {
        """
        Query string for the URL of its repository on the assets server, which is its permalink: an expiry time and a signature, valid for 12 hours.
        Null for users who may not read all of it.
        """
        repositoryPass: String
      }
    `,
    objects: {
      Lesson: {
        plans: {
          repositoryPass($lesson: PgSelectSingleStep) {
            const $path = lambda(
              [$lesson.get('repository_pathname') as Step<string | null>, callFunction<string | null>('lessons_permalink', $lesson)],
              ([pathname, permalink]) => pathname ?? permalink,
            );
            return sign(callFunction('lessons_is_open', $lesson), $path);
          },
        },
      },
      Article: {
        plans: {
          repositoryPass($article: PgSelectSingleStep) {
            const $isOpen = lambda(callFunction<boolean | null>('articles_is_cut', $article), (isCut) => isCut === false);
            return sign($isOpen, $article.get('permalink') as Step<string | null>);
          },
        },
      },
      Course: itemPlans('courses'),
      Book: itemPlans('books'),
    },
  };
}, 'RepositoriesPlugin');
