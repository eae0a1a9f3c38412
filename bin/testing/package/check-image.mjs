import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildah, output } from './buildah.mjs';
import { runImage } from './run-image.mjs';

/** How long a start may take on a busy machine, and a stop: it gives running requests nine seconds. */
const startSeconds = 180;
/** Prints a second of images: ffmpeg in the image has no source of its own. */
const rawVideo = `node -e "process.stdout.write(Buffer.alloc(25 * 320 * 240 * 1.5, 90))"`;
/** Makes a video as the site does: with its own code, out of an uploaded file. */
const makeVideo = `
import { probeVideo } from '/newline/api/src/features/videos/probe-video.ts';
import { makeHls } from '/newline/api/src/features/videos/make-hls.ts';
import { findFfmpeg } from '/newline/api/src/features/videos/find-ffmpeg.ts';
import { mkdirSync, readFileSync } from 'node:fs';
const options = { programs: findFfmpeg(null), maxSeconds: 60, signal: new AbortController().signal };
const probed = await probeVideo('/tmp/a.mp4', options);
mkdirSync('/tmp/video');
const seconds = await makeHls('/tmp/a.mp4', probed, { ...options, folder: '/tmp/video', onProgress: () => undefined });
console.log(Math.round(seconds), readFileSync('/tmp/video/master.m3u8', 'utf8').split('\\n')[0]);
`;

/**
 * Starts an image on an empty volume, uses it, stops it, and starts it again.
 *
 * @param {{ store: string, image: string, siteImage: string, tell: (line: string) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function checkImage({ store, image, siteImage, tell }) {
  const { config } = JSON.parse(output(buildah(store), ['inspect', '--type', 'image', image])).Docker;
  const container = output(buildah(store), ['from', '--pull-never', image]);
  const root = output(buildah(store), ['mount', container]);
  const data = mkdtempSync(join(store, 'data-'));
  let passed = 0;
  let failed = 0;
  const check = (name, isTrue, detail = '') => {
    if (isTrue) passed += 1;
    else failed += 1;
    tell(`${isTrue ? 'passed' : 'FAILED'}: ${name}${isTrue || detail === '' ? '' : `\n${detail}`}`);
  };
  try {
    const env = ['PUBLIC_URL=https://learn.example.com', 'SMTP_URL=smtp://mail.example.com:587'];
    const start = () => runImage({ root, data, config, env });
    // As a container runtime does for a new volume: it has the owner of the folder in the image.
    const [owner, group] = output('stat', ['--format', '%u %g', join(root, 'data')])
      .split(' ')
      .map(Number);
    chownSync(data, owner, group);

    const first = start();
    check('it becomes healthy, as HEALTHCHECK asks', await becomesHealthy(first, config.Healthcheck.Test), first.printed());
    const page = first.run([
      'node',
      '-e',
      "fetch('http://127.0.0.1:3000/').then(async (r) => console.log(r.status, (await r.text()).length))",
    ]);
    check('the home page answers', /^200 \d{4}/.test(page.text), page.text);
    check('it runs as its own user, not as root', first.uid !== '0' && first.status('Uid').split(/\s+/)[0] === first.uid);
    check('it has no capabilities', first.status('CapEff') === '0000000000000000');
    check(
      'the heap follows the machine',
      first.commandLine().some((option) => /^--max-old-space-size=\d+$/.test(option)),
      first.commandLine().join(' '),
    );
    check('its root folder is read-only', first.run(['touch', '/newline/file'], { as: '0' }).text.includes('Read-only file system'));
    check(
      'ffmpeg and ffprobe run',
      ['ffmpeg', 'ffprobe'].every((name) => first.run([name, '-version']).status === 0),
      first.run(['ffmpeg', '-version']).text,
    );
    const encoded = first.run([
      'sh',
      '-c',
      `${rawVideo} | ffmpeg -v error -f rawvideo -s 320x240 -r 25 -t 1 -i - -f s16le -ac 1 -t 1 -i /dev/zero -c:v libx264 -c:a aac -y /tmp/a.mp4 && ffprobe -v error /tmp/a.mp4`,
    ]);
    check('ffmpeg encodes H.264 and AAC', encoded.status === 0, encoded.text);
    const made = first.run(['node', '--input-type=module', '-e', makeVideo]);
    check('the site makes a video playable', made.status === 0 && made.text.includes('1 #EXTM3U'), made.text);
    const backup = first.run(['newline', 'backup', '/data/test.newline']);
    check('the command line runs in it: a backup', backup.status === 0, backup.text);
    const version = first.run(['newline', '--version']);
    check('it knows its version', /^newline \d+\.\d+\.\d+\n$/.test(version.text), version.text);
    const began = performance.now();
    const code = await first.stop('SIGTERM');
    check('SIGTERM stops it in ten seconds with status 0', code === 0 && performance.now() - began < 10_000, `${code}\n${first.printed()}`);

    const second = start();
    check('it starts again on its volume', await becomesHealthy(second, config.Healthcheck.Test), second.printed());
    check('the second start creates nothing', !second.printed().includes('Creating a PostgreSQL database'), second.printed());
    check('the second stop has status 0', (await second.stop('SIGTERM')) === 0);

    const extra = output('find', [
      join(root, 'newline'),
      '-not',
      '-path',
      '*/node_modules/*',
      '(',
      '-name',
      'tests',
      '-o',
      '-name',
      '.git',
      '-o',
      '-name',
      '*.test.ts',
      ')',
    ]);
    check('the image has no tests and no history', extra === '', extra);

    const site = output(buildah(store), ['from', '--pull-never', siteImage]);
    try {
      const alone = runImage({ root: output(buildah(store), ['mount', site]), data, config, env });
      const status = await alone.ended();
      const says = 'set DATABASE_URL to a PostgreSQL server';
      check(
        'the image without PostgreSQL says that it needs DATABASE_URL',
        status === 1 && alone.printed().includes(says),
        alone.printed(),
      );
    } finally {
      output(buildah(store), ['rm', site]);
    }
  } finally {
    output(buildah(store), ['rm', container]);
    rmSync(data, { recursive: true, force: true });
  }
  return { passed, failed };
}

async function becomesHealthy(site, [, ...command]) {
  const end = performance.now() + startSeconds * 1000;
  while (site.isRunning() && performance.now() < end) {
    try {
      if (site.run(command).status === 0) return true;
    } catch {
      // The process isn't there yet.
    }
    await sleep(500);
  }
  return false;
}
