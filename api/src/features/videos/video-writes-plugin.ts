import type { PgResource, PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { CaptionRepair } from './captions/caption-notes.ts';
import type { NewVideo, Videos } from './videos.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Videos that authors upload. */
      videos: Videos;
    }
  }
}

const local = /^local:([A-Za-z0-9_-]{4,64})$/;

/** Adds what of videos is more than a row: beginning an upload, captions, the poster, and the pass by which a writer watches one. */
export const VideoWritesPlugin: GraphileConfig.Plugin = extendSchema((build) => {
  const rows = () => build.input.pgRegistry.pgResources['videos'] as PgResource;
  const mutation =
    (
      work: (
        videos: Videos,
        viewer: Viewer,
        input: unknown,
      ) => Promise<{ playbackId: string; uploadUrl?: string | null; repairs?: readonly CaptionRepair[] }>,
    ) =>
    (_$root: Step, args: FieldArgs) => {
      const $done = sideEffect(list([service('videos'), context().get('viewer'), args.getRaw('input')]), ([videos, viewer, input]) =>
        work(videos, viewer, input),
      );
      return object({
        video: rows().get({ playback_id: access($done, 'playbackId') }),
        uploadUrl: access($done, 'uploadUrl'),
        repairs: access($done, 'repairs'),
        clientMutationId: args.getRaw(['input', 'clientMutationId']),
      });
    };
  /** One whose row is the answer. */
  const change = (name: 'removeCaptions' | 'choosePoster' | 'complete') =>
    mutation(async (videos, viewer, input) => {
      await (videos[name] as (viewer: Viewer, given: unknown) => Promise<void>)(viewer, input);
      return { playbackId: (input as { playbackId: string }).playbackId };
    });

  return {
    typeDefs: /* GraphQL */ `
      extend type Video {
        """What stands before the playback id in its addresses, for whoever sees this row; null for an address elsewhere."""
        pass: String
      }

      """A file that is to be sent, and the one place where its video is to play."""
      input StartVideoInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The name of the file, as people read it."""
        name: String!

        """Its size."""
        byteCount: Float!

        """The lesson that is to play it."""
        lessonId: UUID

        """The clip that is to play it."""
        clipId: UUID

        """The course whose page is to play it."""
        courseId: UUID

        """The book whose page is to play it."""
        bookId: UUID
      }

      """The output of startVideo."""
      type StartVideoPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """
        Where the file is to be sent. A path of this site: by the tus protocol, ask for its offset with HEAD, send the rest with PATCH. An
        https address: that of a video provider, by PUT with Content-Range in chunks of a multiple of 256 KiB, each but the last answered with
        308 and a Range of what is there; then completeVideoUpload.
        """
        uploadUrl: String

        """The video, which is UPLOADING."""
        video: Video
      }

      """An upload of one's own that stopped."""
      input ContinueVideoInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!
      }

      """The output of continueVideo."""
      type ContinueVideoPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """Where the rest of the file is to be sent, as with startVideo; null when all of it is there."""
        uploadUrl: String

        """The video, which is UPLOADING."""
        video: Video
      }

      """A file that was sent to a video provider to its end."""
      input CompleteVideoUploadInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!
      }

      """The output of completeVideoUpload."""
      type CompleteVideoUploadPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The video, which is QUEUED or further."""
        video: Video
      }

      """Captions in one language."""
      input SaveVideoCaptionsInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!

        """A language tag such as en or pt-BR."""
        language: String!

        """WebVTT, SubRip (SRT), TTML or the JSON3 of YouTube. Other formats become WebVTT."""
        text: String!
      }

      """Something that was repaired in captions, because browsers would not have shown them completely."""
      type CaptionRepair {
        """What was changed."""
        message: String!

        """The lines of the text that was sent; at most 20."""
        lines: [Int!]!

        """How often it was changed."""
        count: Int!
      }

      """The output of saveVideoCaptions."""
      type SaveVideoCaptionsPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The video with its captions."""
        video: Video

        """What was repaired in the captions; empty if they are stored as they were sent, or only in another format."""
        repairs: [CaptionRepair!]
      }

      """Which captions are to go."""
      input RemoveVideoCaptionsInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!

        """Their language."""
        language: String!
      }

      """The output of removeVideoCaptions."""
      type RemoveVideoCaptionsPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The video without them."""
        video: Video
      }

      """Which still is to stand there before the first play."""
      input ChooseVideoPosterInput {
        """Comes back in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!

        """One of its stillSeconds."""
        second: Int!
      }

      """The output of chooseVideoPoster."""
      type ChooseVideoPosterPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The video."""
        video: Video
      }

      extend type Mutation {
        """
        Begins the upload of a video for a place of an item that the signed-in person writes. Once it is READY it plays there, in place of
        the one before it. What was begun for that place and is not ready comes to nothing.
        Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, TOO_MANY with Retry-After, UNAVAILABLE when the disk is full or the provider is away.
        """
        startVideo(
          """The file and the place."""
          input: StartVideoInput!
        ): StartVideoPayload

        """
        Says where an upload of one's own that stopped goes on. Errors: LOGIN_REQUIRED, NOT_FOUND when it is another's or over, UNAVAILABLE.
        """
        continueVideo(
          """Which."""
          input: ContinueVideoInput!
        ): ContinueVideoPayload

        """
        Says that a file was sent to a video provider to its end, so that it is asked at once. It is found without, only later.
        Errors: LOGIN_REQUIRED, NOT_FOUND.
        """
        completeVideoUpload(
          """Which."""
          input: CompleteVideoUploadInput!
        ): CompleteVideoUploadPayload

        """
        Keeps captions of one language, in place of those before; the transcript and the search follow. Errors: LOGIN_REQUIRED, NOT_FOUND,
        and BAD_INPUT with every mistake and its line in extensions.errors.
        """
        saveVideoCaptions(
          """The captions."""
          input: SaveVideoCaptionsInput!
        ): SaveVideoCaptionsPayload

        """Takes the captions of one language. Errors: LOGIN_REQUIRED, NOT_FOUND."""
        removeVideoCaptions(
          """Which."""
          input: RemoveVideoCaptionsInput!
        ): RemoveVideoCaptionsPayload

        """Chooses the still that stands there before the first play. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT."""
        chooseVideoPoster(
          """Which."""
          input: ChooseVideoPosterInput!
        ): ChooseVideoPosterPayload
      }
    `,
    objects: {
      Video: {
        plans: {
          pass: ($video: PgSelectSingleStep) =>
            lambda([$video.get('video_url'), service('videoPasses')], ([url, passes]) => {
              const playbackId = local.exec(String(url ?? ''))?.[1];
              return playbackId ? passes.issue(playbackId) : null;
            }),
        },
      },
      Mutation: {
        plans: {
          startVideo: mutation((videos, viewer, input) => videos.start(viewer, input as NewVideo)),
          continueVideo: mutation((videos, viewer, input) => videos.goOn(viewer, input as { playbackId: string })),
          completeVideoUpload: change('complete'),
          saveVideoCaptions: mutation(async (videos, viewer, input) => {
            const captions = input as { playbackId: string; language: string; text: string };
            const { repairs } = await videos.saveCaptions(viewer, captions);
            return { playbackId: captions.playbackId, repairs };
          }),
          removeVideoCaptions: change('removeCaptions'),
          chooseVideoPoster: change('choosePoster'),
        },
      },
    },
  };
}, 'VideoWritesPlugin');
