import type { LimitFacts } from './limit-facts.ts';

/** Images, videos and files: the numbers. */
export const uploadLimits = {
  imageBytes: 10_000_000,
  imagePixels: 40_000_000,
  imageFrames: 300,
  fileName: 255,
  videoName: 200,
  videoReason: 300,
  captionsBytes: 1_000_000,
  captionLanguages: 20,
  cue: 2000,
  archiveBytes: 200_000_000,
} as const;

/** What each is counted in, why, and where the database checks it. */
export const uploadFacts: LimitFacts<typeof uploadLimits> = {
  imageBytes: { unit: 'bytes', why: 'an image file, enough for photos from phones' },
  imagePixels: { unit: 'pixels', why: 'an image; more would take too long to decode' },
  imageFrames: { unit: 'frames', why: 'frames of an animation' },
  fileName: { unit: 'characters', why: 'the longest file name in most file systems', sql: ['app_public.attachments.name'] },
  videoName: { unit: 'characters', why: 'the file name of a video', sql: ['app_public.videos.name'] },
  videoReason: { unit: 'characters', why: 'the reason why a video failed', sql: ['app_public.videos.reason'] },
  captionsBytes: { unit: 'bytes', why: 'the captions of a video in one language', sql: ['app_public.video_captions.vtt'] },
  captionLanguages: { unit: 'languages', why: 'languages with captions for a video', sql: ['app_public.save_video_captions'] },
  cue: { unit: 'characters', why: 'one cue of captions', sql: ['app_private.video_cues.words'] },
  archiveBytes: { unit: 'bytes', why: 'an imported archive' },
};
