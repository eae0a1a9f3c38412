import type { PgResource, PgSelectSingleStep } from 'postgraphile/@dataplan/pg';
import { access, context, type FieldArgs, lambda, list, object, sideEffect, type Step } from 'postgraphile/grafast';
import { extendSchema } from 'postgraphile/utils';
import { service } from '../../services.ts';
import type { Viewer } from '../../viewer.ts';
import type { CaptionRepair } from '../../rules/captions/caption-messages.ts';
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

/** Adds the parts of videos that aren't just rows: starting an upload, captions, the poster, and a writer's access token. */
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
  /** A mutation that returns the video's row. */
  const change = (name: 'removeCaptions' | 'choosePoster' | 'complete') =>
    mutation(async (videos, viewer, input) => {
      await (videos[name] as (viewer: Viewer, input: unknown) => Promise<void>)(viewer, input);
      return { playbackId: (input as { playbackId: string }).playbackId };
    });

  return {
    typeDefs: /* GraphQL */ `
      extend type Video {
        """The access token that precedes the playback id in its URLs, for users who may see this row; null for a video on another site."""
        pass: String
      }

      """A file to upload, and the one item that will play its video."""
      input StartVideoInput {
        """Returned in the payload."""
        clientMutationId: String

        """The display name of the file."""
        name: String!

        """Its size in bytes."""
        byteCount: Float!

        """The lesson that will play it."""
        lessonId: UUID

        """The clip that will play it."""
        clipId: UUID

        """The course whose page will play it."""
        courseId: UUID

        """The book whose page will play it."""
        bookId: UUID
      }

      """The output of startVideo."""
      type StartVideoPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """
        Where to send the file. A path on this site uses the tus protocol: get the offset with HEAD, send the rest with PATCH. An
        https URL is at a video provider: send it by PUT with Content-Range, in chunks of a multiple of 256 KiB, to which the response is
        308 with a Range of what has been received, except for the last; then call completeVideoUpload.
        """
        uploadUrl: String

        """The video, which is UPLOADING."""
        video: Video
      }

      """The user's own upload that was interrupted."""
      input ContinueVideoInput {
        """Returned in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!
      }

      """The output of continueVideo."""
      type ContinueVideoPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """Where to send the rest of the file, as in startVideo; null if the upload is complete."""
        uploadUrl: String

        """The video, which is UPLOADING."""
        video: Video
      }

      """A file that was sent completely to a video provider."""
      input CompleteVideoUploadInput {
        """Returned in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!
      }

      """The output of completeVideoUpload."""
      type CompleteVideoUploadPayload {
        """The clientMutationId of the input."""
        clientMutationId: String

        """The video, which is QUEUED or in a later state."""
        video: Video
      }

      """Captions in one language."""
      input SaveVideoCaptionsInput {
        """Returned in the payload."""
        clientMutationId: String

        """The video."""
        playbackId: String!

        """A language tag such as en or pt-BR."""
        language: String!

        """WebVTT, SubRip (SRT), SubViewer (SBV), SubStation (ASS), TTML or the JSON3 of YouTube. Other formats become WebVTT."""
        text: String!
      }

      """Something that was repaired in captions, because browsers would not have shown them completely."""
      type CaptionRepair {
        """What was changed, as a code such as SORTED."""
        code: String!

        """What was changed, as a sentence."""
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

      """The captions to remove."""
      input RemoveVideoCaptionsInput {
        """Returned in the payload."""
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

        """The video without these captions."""
        video: Video
      }

      """The still to show before playback."""
      input ChooseVideoPosterInput {
        """Returned in the payload."""
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
        Starts the upload of a video for an item that the signed-in user writes. Once it is READY, the item plays it and
        it replaces the previous video. Other uploads for the same item that aren't READY are discarded.
        Errors: LOGIN_REQUIRED, FORBIDDEN, BAD_INPUT, TOO_MANY with Retry-After, UNAVAILABLE if the disk is full or the provider is unavailable.
        """
        startVideo(
          """The file, and the item that will play it."""
          input: StartVideoInput!
        ): StartVideoPayload

        """
        Returns where to continue the user's own interrupted upload. Errors: LOGIN_REQUIRED, NOT_FOUND if it is another user's or over, UNAVAILABLE.
        """
        continueVideo(
          """The video."""
          input: ContinueVideoInput!
        ): ContinueVideoPayload

        """
        Reports that a file was sent completely to a video provider, so that the server checks it immediately instead of later.
        Errors: LOGIN_REQUIRED, NOT_FOUND.
        """
        completeVideoUpload(
          """The video."""
          input: CompleteVideoUploadInput!
        ): CompleteVideoUploadPayload

        """
        Saves the captions in one language, and replaces previous ones; the transcript and the search are updated. Errors: LOGIN_REQUIRED, NOT_FOUND,
        and BAD_INPUT with all errors and their lines in extensions.errors.
        """
        saveVideoCaptions(
          """The captions."""
          input: SaveVideoCaptionsInput!
        ): SaveVideoCaptionsPayload

        """Removes the captions in one language. Errors: LOGIN_REQUIRED, NOT_FOUND."""
        removeVideoCaptions(
          """The video."""
          input: RemoveVideoCaptionsInput!
        ): RemoveVideoCaptionsPayload

        """Chooses the still to show before playback. Errors: LOGIN_REQUIRED, NOT_FOUND, BAD_INPUT."""
        chooseVideoPoster(
          """The video."""
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
