import {
  pgClassExpression,
  pgFromExpression,
  pgSelectSingleFromRecord,
  type PgResource,
  type PgSelectSingleStep,
} from 'postgraphile/@dataplan/pg';
import { lambda, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { VideoPasses } from './video-passes.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Signs the URLs of lesson videos. */
      videoPasses: VideoPasses;
    }
  }
}

const local = /^local:([A-Za-z0-9_-]{4,64})$/;

export const VideosPlugin: GraphileConfig.Plugin = extendSchema(
  ({ pgResources }) => ({
    typeDefs: /* GraphQL */ `
      extend type Lesson {
        """
        The access token in the URLs of its video, which are \`/media/s/{videoPass}/{playbackId}/…\`: an expiry time and a
        signature, valid for 12 hours. Null for users who may not watch it, and for a video of another provider.
        """
        videoPass: String
      }
    `,
    objects: {
      Lesson: {
        plans: {
          videoPass($lesson: PgSelectSingleStep) {
            const videoUrl = pgResources['lessons_video_url'] as PgResource;
            // Written as the field videoUrl writes it, so that access is checked once if a page requests both.
            const isWritten = $lesson.getClassStep().mode === 'mutation';
            const $row = isWritten ? pgSelectSingleFromRecord($lesson.resource, $lesson.record() as never) : $lesson;
            const self = { placeholder: $row.getClassStep().alias };
            const from = pgFromExpression($row, videoUrl.from, videoUrl.parameters, [self] as never);
            const $url = pgClassExpression($row as never, videoUrl.codec)`${from}` as unknown as Step<string | null>;
            return lambda([$url, service('videoPasses')], ([url, passes]) => {
              const playbackId = local.exec(url ?? '')?.[1];
              return playbackId ? passes.issue(playbackId) : null;
            });
          },
        },
      },
    },
  }),
  'VideosPlugin',
);
