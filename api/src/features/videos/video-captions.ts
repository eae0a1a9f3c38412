import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { Viewer } from '../../viewer.ts';
import type { CaptionRepair } from '../../rules/captions/caption-messages.ts';
import { readCaptions } from './read-captions.ts';
import type { VideoFiles } from './video-files.ts';

/** Captions of uploaded videos: stored in the database for transcript and search, and next to the video for the player. */
export type VideoCaptions = {
  /**
   * Stores captions of one language, replacing existing ones, and returns the repairs. Throws BAD_INPUT with the line, and NOT_FOUND for
   * another user's video.
   */
  saveCaptions(
    viewer: Viewer,
    captions: { readonly playbackId: string; readonly language: string; readonly text: string },
  ): Promise<{ readonly repairs: readonly CaptionRepair[] }>;
  /** Deletes the captions of one language. */
  removeCaptions(viewer: Viewer, captions: { readonly playbackId: string; readonly language: string }): Promise<void>;
};

const languageForm = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;

/** Creates the operations on captions. @param pool a pool of newline_app */
export function createVideoCaptions({ pool, files }: { readonly pool: Pool; readonly files: VideoFiles }): VideoCaptions {
  return {
    async saveCaptions(viewer, { playbackId, language, text }) {
      requireLanguage(language);
      // Check permissions first: a text isn't parsed for a user who may not save it.
      if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
      const [video] = await queryAs(pool, viewer, 'select from app_public.videos v where v.playback_id = $1', [playbackId]);
      if (!video) throw codedError('OWN_VIDEO_NOT_FOUND');
      const read = readCaptions(text);
      if (!('vtt' in read)) {
        const [first] = read;
        throw codedError('CAPTIONS_INVALID', { line: first?.line ?? 1, fault: first?.message ?? '' }, { errors: read });
      }
      const { vtt, cues, repairs } = read;
      await queryAs(pool, viewer, 'select app_public.save_video_captions($1, $2, $3, $4, $5, $6)', [
        playbackId,
        language,
        vtt,
        cues.map(({ startsAt }) => startsAt),
        cues.map(({ endsAt }) => endsAt),
        cues.map(({ words }) => words),
      ]);
      await files.put(playbackId, captionsName(language), vtt);
      return { repairs };
    },

    async removeCaptions(viewer, { playbackId, language }) {
      requireLanguage(language);
      await queryAs(pool, viewer, 'select app_public.remove_video_captions($1, $2)', [playbackId, language]);
      await files.remove(playbackId, captionsName(language));
    },
  };
}

function requireLanguage(language: string): void {
  if (!languageForm.test(language)) throw codedError('CAPTION_LANGUAGE_INVALID');
}

function captionsName(language: string): string {
  return `captions.${language}.vtt`;
}
