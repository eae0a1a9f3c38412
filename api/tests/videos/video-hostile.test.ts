import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeHls, renditionsOf } from '@newline/api/features/videos/make-hls';
import { hostileInput, probeVideo } from '@newline/api/features/videos/probe-video';
import { ProgramFailed, runProgram } from '@newline/api/features/videos/run-program';
import { ProcessLost } from '@newline/api/processes/bounded-process';
import { WorkEnded } from '@newline/api/features/videos/video-fault';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo, programs, videoLimit } from './video-files.ts';

const run = promisify(execFile);
const signal = new AbortController().signal;

/** A server that must not be requested. */
let server: Server;
let requests: string[];
let origin: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newline-hostile-'));
  requests = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const looks = (file: string) => {
  if (!programs) throw new Error('expected ffmpeg');
  return probeVideo(file, { programs, maxSeconds: 60, signal });
};

describe.runIf(programs !== null)('a file that makes ffmpeg read something else', videoLimit, () => {
  const secret = () => join(folder, 'secret.ts');
  const crafted = (): readonly (readonly [string, string])[] => [
    ['playlist.mp4', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${origin}/segment.ts\n#EXT-X-ENDLIST\n`],
    ['local-playlist.mp4', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret()}\n#EXT-X-ENDLIST\n`],
    ['byte-order.mp4', `\uFEFF#EXTM3U\n#EXTINF:1,\nconcat:${origin}/a|file:///etc/passwd\n`],
    ['list.mp4', `ffconcat version 1.0\nfile '${origin}/concat.mp4'\nfile '${secret()}'\n`],
    [
      'picture.mp4',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${origin}/in.png"/></svg>`,
    ],
    ['description.mp4', `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n`],
    ['manifest.mp4', `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${origin}/dash</BaseURL></MPD>`],
    ['text.mp4', 'Dear reader'],
    ['empty.mp4', ''],
  ];

  test('is refused before ffmpeg opens it, and requests nothing; without the guard it would @STUDIO-01', async () => {
    await writeFile(secret(), await readFile(await makeVideo(folder, 'secret-source.ts')));
    for (const [name, content] of crafted()) {
      const file = join(folder, name);
      await writeFile(file, content);
      await expect(looks(file), name).rejects.toThrow('This isn’t a video we can read.');
    }
    expect(requests).toEqual([]);

    // Control: without these options, the same program does send requests, and does read the other file.
    const open = ['-v', 'error', '-protocol_whitelist', 'file,http,tcp', '-f', 'hls', '-allowed_extensions', 'ALL', '-show_streams'];
    if (!programs) return;
    await run(programs.ffprobe, [...open, '-i', join(folder, 'playlist.mp4')]).catch(() => undefined);
    expect(requests).toContain('/segment.ts');
    const { stdout } = await run(programs.ffprobe, [...open, '-i', join(folder, 'local-playlist.mp4')]);
    expect(stdout).toContain('codec_name=h264');
  });

  test('is refused by ffmpeg’s options as well, if its first bytes were trusted @STUDIO-01', async () => {
    requests.length = 0;
    if (!programs) return;
    await writeFile(secret(), await readFile(await makeVideo(folder, 'secret-source.ts')));
    for (const [name, content] of crafted()) {
      const file = join(folder, name);
      await writeFile(file, content);
      for (const format of ['mov', 'matroska', 'hls', 'concat', 'svg_pipe']) {
        // With a format that is never used, to show what the protocol list alone prevents.
        const output = await runProgram(programs.ffprobe, ['-v', 'error', '-show_packets', ...hostileInput(format, file)], {
          cwd: folder,
          cpuSeconds: 20,
          signal,
        }).catch(() => '');
        if (format === 'mov' || format === 'matroska') expect(output, `${name} as ${format}`).not.toContain('codec_type=video');
      }
    }
    expect(requests).toEqual([]);
  });

  test('a container with a misleading name is read only as what it is', async () => {
    const file = await makeVideo(folder, 'really.mkv', { width: 320, height: 240, seconds: 1 });
    const named = join(folder, 'named.m3u8');
    await writeFile(named, await readFile(file));
    expect(await looks(named)).toMatchObject({ format: 'matroska', width: 320, height: 240 });
  });

  test('the program sees no setting of the site and ends when it should', async () => {
    const environment = await runProgram('/usr/bin/env', [], { cwd: folder, cpuSeconds: 5, signal });
    expect(environment.split('\n').filter((line) => !/^(?:PATH|PWD|SHLVL|_|OLDPWD)=|^$/.test(line))).toEqual([]);
    const stopping = new AbortController();
    const slept = runProgram('/bin/sleep', ['60'], { cwd: folder, cpuSeconds: 60, signal: stopping.signal });
    stopping.abort();
    await expect(slept).rejects.toBeInstanceOf(WorkEnded);
  });

  test('the program is limited by CPU time, not by the clock; being killed says nothing about its file', async () => {
    const shell = (script: string) => runProgram('/bin/sh', ['-c', script], { cwd: folder, cpuSeconds: 1, signal });
    await expect(shell('while :; do :; done')).rejects.toMatchObject({ isOverTime: true });
    expect(await shell('sleep 2; echo done')).toBe('done\n');
    await expect(shell('kill -KILL $$')).rejects.toBeInstanceOf(ProcessLost);
    await expect(shell('echo broken >&2; exit 1')).rejects.toEqual(new ProgramFailed('broken', false));
    await expect(shell('while :; do echo 0123456789012345678901234567890123456789; done')).rejects.toBeInstanceOf(ProgramFailed);
  });

  test('a video that is too long is refused, even if it doesn’t declare its length', async () => {
    if (!programs) return;
    const long = await makeVideo(folder, 'long.mp4', { width: 64, height: 64, seconds: 130, hasSound: false });
    await expect(looks(long)).rejects.toThrow('This video is 3 minutes long; the limit is 60 seconds.');
    const silent = await makeVideo(folder, 'no-length.webm', {
      width: 64,
      height: 64,
      seconds: 5,
      hasSound: false,
      more: ['-c:v', 'libvpx', '-live', '1'],
    });
    const probed = { ...(await looks(silent)), durationSeconds: null };
    const work = await mkdtemp(join(folder, 'work-'));
    await expect(makeHls(silent, probed, { programs, folder: work, maxSeconds: 2, signal, onProgress: () => undefined })).rejects.toThrow(
      'the limit is 2 seconds',
    );
  });
});

test('no size is larger than the file, whichever side is shorter', () => {
  const sizes = (width: number, height: number) => renditionsOf({ width, height }).map((each) => `${each.width}x${each.height}`);
  expect(sizes(1920, 1080)).toEqual(['1280x720', '640x360']);
  expect(sizes(1080, 1920)).toEqual(['720x1280', '360x640']);
  expect(sizes(854, 480)).toEqual(['854x480', '640x360']);
  expect(sizes(640, 360)).toEqual(['640x360']);
  expect(sizes(201, 101)).toEqual(['202x102']);
  expect(sizes(10_000, 500)).toEqual(['2560x128', '2560x128']);
});
