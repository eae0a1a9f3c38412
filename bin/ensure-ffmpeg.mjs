import { installDebian, mayInstallDebian } from './install-debian.mjs';

/**
 * Finds ffmpeg for the tests of videos: an installed one, or Debian's package if installing is allowed. Without it, these tests cover a
 * site without ffmpeg, and nothing fails.
 *
 * @param {(line: string) => void} tell
 */
export async function ensureFfmpeg(tell) {
  // Not earlier: it is TypeScript, which only Node 24 reads.
  const { findFfmpeg } = await import('../api/src/features/videos/find-ffmpeg.ts');
  if (findFfmpeg(null) === null && mayInstallDebian()) installDebian('ffmpeg', tell);
  tell(findFfmpeg(null)?.ffmpeg ?? 'ffmpeg is not installed: transcoding tests are skipped.');
}
