import { installDebian, mayInstallDebian } from './install-debian.mjs';

/**
 * Sees to ffmpeg for the tests of videos: one that is installed, else Debian's package where we may install it. Without it these tests
 * cover what a site without ffmpeg does, and nothing fails.
 *
 * @param {(line: string) => void} tell
 */
export async function ensureFfmpeg(tell) {
  // Not earlier: it is TypeScript, which only Node 24 reads.
  const { findFfmpeg } = await import('../api/src/features/videos/find-ffmpeg.ts');
  if (findFfmpeg(null) === null && mayInstallDebian()) installDebian('ffmpeg', tell);
  tell(findFfmpeg(null)?.ffmpeg ?? 'ffmpeg is not installed: transcoding tests are skipped.');
}
