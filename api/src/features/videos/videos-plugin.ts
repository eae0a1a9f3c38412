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
      /** Signs the addresses of lesson videos. */
      videoPasses: VideoPasses;
    }
  }
}

const local = /^local:([A-Za-z0-9_-]{4,64})$/;

/** Adds `Lesson.videoPass`. */
export const VideosPlugin: GraphileConfig.Plugin = extendSchema(
  ({ pgResources }) => ({
    typeDefs: /* GraphQL */ `
      extend type Lesson {
        """
        What stands before the playback id in the addresses of its video, which are then \`/media/s/{videoPass}/{playbackId}/…\`: an expiry and a
        signature, for 12 hours. Null for those who may not watch it, and for a video of another provider.
        """
        videoPass: String
      }
    `,
    objects: {
      Lesson: {
        plans: {
          videoPass($lesson: PgSelectSingleStep) {
            const videoUrl = pgResources['lessons_video_url'] as PgResource;
            // Written as the field videoUrl writes it, so that the gate is asked once where a page wants both.
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
