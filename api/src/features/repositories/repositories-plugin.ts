import type { PgResource, PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { lambda, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { RepositoryPasses } from './repository-passes.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Signs the addresses of protected repositories. */
      repositoryPasses: RepositoryPasses;
    }
  }
}

/** Adds `repositoryPass` to Lesson, Course, Book and Article. */
export const RepositoriesPlugin: GraphileConfig.Plugin = extendSchema(({ pgResources }) => {
  /** What a function of the row answers. */
  const ask = <TValue>(name: string, $row: PgSelectSingleStep) => {
    const resource = pgResources[name] as PgResource;
    return resource.execute([{ step: $row.record(), pgCodec: resource.parameters?.[0]?.codec }] as never) as Step<TValue>;
  };
  const sign = ($isOpen: Step<boolean | null>, $path: Step<string | null>) =>
    lambda([$isOpen, $path, service('repositoryPasses')], ([isOpen, path, passes]) =>
      isOpen === true && path !== null ? passes.issue(path) : null,
    );
  const ofItem = (table: 'courses' | 'books') => ({
    plans: {
      repositoryPass: ($item: PgSelectSingleStep) => sign(ask(`${table}_is_open`, $item), $item.get('permalink') as Step<string | null>),
    },
  });
  return {
    typeDefs: /* GraphQL */ `
      extend type Lesson {
        """
        What stands after the address of its repository on the assets server (\`repositoryPathname\`, or its permalink): an expiry and a signature,
        for 12 hours. Null for those who may not read all of it.
        """
        repositoryPass: String
      }
      extend type Course {
        """
        What stands after the address of its repository on the assets server, which is its permalink: an expiry and a signature, for 12 hours.
        Null for those who may not read all of it.
        """
        repositoryPass: String
      }
      extend type Article {
        """
        What stands after the address of its repository on the assets server, which is its permalink: an expiry and a signature, for 12 hours.
        Null for those who may not read all of it.
        """
        repositoryPass: String
      }
      extend type Book {
        """
        What stands after the address of its repository on the assets server, which is its permalink: an expiry and a signature, for 12 hours.
        Null for those who may not read all of it.
        """
        repositoryPass: String
      }
    `,
    objects: {
      Lesson: {
        plans: {
          repositoryPass($lesson: PgSelectSingleStep) {
            const $path = lambda(
              [$lesson.get('repository_pathname') as Step<string | null>, ask<string | null>('lessons_permalink', $lesson)],
              ([pathname, permalink]) => pathname ?? permalink,
            );
            return sign(ask('lessons_is_open', $lesson), $path);
          },
        },
      },
      Article: {
        plans: {
          repositoryPass($article: PgSelectSingleStep) {
            const $isOpen = lambda(ask<boolean | null>('articles_is_cut', $article), (isCut) => isCut === false);
            return sign($isOpen, $article.get('permalink') as Step<string | null>);
          },
        },
      },
      Course: ofItem('courses'),
      Book: ofItem('books'),
    },
  };
}, 'RepositoriesPlugin');
