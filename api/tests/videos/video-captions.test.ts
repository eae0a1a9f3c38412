import { readCaptions } from '@newline/api/features/videos/read-captions';
import { describe, expect, test } from 'vitest';
import { cpuTimed } from '../cpu-time.ts';

const read = (text: string) => {
  const captions = readCaptions(text);
  if (!('vtt' in captions)) throw new Error(`expected captions, got ${JSON.stringify(captions)}`);
  return captions;
};

describe('captions @STUDIO-01', () => {
  test('in WebVTT are stored unchanged, and their text without tags', () => {
    const text = 'WEBVTT\n\nNOTE for us\n\nintro\n00:00.000 --> 00:02.500 align:start\n<v Ada>Hello &amp; <b>welcome</b>\nto this\n';
    expect(read(text)).toEqual({ vtt: text, cues: [{ startsAt: 0, endsAt: 2.5, words: 'Hello & welcome to this' }], repairs: [] });
  });

  test('in SubRip become WebVTT', () => {
    const { vtt, cues } = read(
      '\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}One, two\r\n\r\n2\r\n01:00:02,500 --> 01:00:04,000\r\nthree\r\n',
    );
    expect(vtt).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nOne, two\n\n2\n01:00:02.500 --> 01:00:04.000\nthree\n');
    expect(cues).toEqual([
      { startsAt: 1, endsAt: 2, words: 'One, two' },
      { startsAt: 3602.5, endsAt: 3604, words: 'three' },
    ]);
  });

  test('with too many tags in one cue are refused with the line, and with many tags in all are read', () => {
    const cue = (words: string, at = 0) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n${words}\n\n`;
    for (const tags of ['<b>'.repeat(130_000), '<i>x</i>'.repeat(300)])
      expect(readCaptions(`WEBVTT\n\n${cue('fine')}${cue(tags, 1)}`)).toEqual([
        { line: 7, code: 'TAGS_TOO_MANY', message: 'Expected at most 500 tags in one caption, got more.' },
      ]);
    expect(read(`WEBVTT\n\n${cue('<b>word</b> '.repeat(200).trim(), 0)}${cue('<b>word</b> '.repeat(200).trim(), 1)}`).cues).toHaveLength(2);
  });

  test('with mistakes are refused, each with its line', () => {
    expect(
      readCaptions(
        'WEBVTT\n\n00:00.000 --> 00:02.000\nfine\n\n00:0x --> 00:03.000\nno\n\n00:05.000 --> 00:03.000\nback\n\n00:75.000 --> 02:00.000\nso\n',
      ),
    ).toEqual([
      {
        line: 6,
        code: 'TIMES_UNREADABLE',
        message: 'These times can’t be read: "00:0x --> 00:03.000". Write them as 00:01:02.500 --> 00:01:04.000.',
      },
      { line: 9, code: 'CAPTION_BACKWARD', message: 'This caption ends (00:00:03.000) before it starts (00:00:05.000).' },
      { line: 12, code: 'SECONDS_TOO_MANY', message: 'Seconds go up to 59, but this time has 75.' },
    ]);
    // The lines of SubRip are its own.
    expect(readCaptions('1\n00:00:00,000 --> 00:00:02,000\nfine\n\n2\n00:00:03,000 --> 00:00:O4\nno\n')).toMatchObject([{ line: 6 }]);
    expect(readCaptions('Dear reader')).toMatchObject([{ line: 1, message: expect.stringContaining('WEBVTT') }]);
    expect(readCaptions('')).toMatchObject([{ line: 1 }]);
    expect(readCaptions('WEBVTT\n')).toEqual([{ line: 1, code: 'NO_WORDS', message: 'These captions have no words.' }]);
    expect(readCaptions('WEBVTT\n'.padEnd(400_001, 'x'))).toEqual([
      { line: 1, code: 'TEXT_TOO_LONG', message: 'This is more than 400,000 characters.' },
    ]);
  });

  test('of the largest size and in hostile forms are read quickly', async () => {
    const cue = (index: number) => {
      const time = new Date(index * 1000).toISOString().slice(11, 23);
      return `${time} --> ${time.slice(0, -1)}9\nword\n\n`;
    };
    const many = `WEBVTT\n\n${Array.from({ length: 8000 }, (_, index) => cue(index)).join('')}`;
    const hostile = [
      many,
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<'.repeat(390_000)}`,
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'&amp'.repeat(90_000)}`,
      `${'0'.repeat(390_000)}:00`,
      `WEBVTT\n\n${'00:00.000 --> 00:01.000\n'.repeat(16_000)}`,
      `WEBVTT\n\n00:00.000 --> 00:01.000${' '.repeat(390_000)}x`,
      `WEBVTT\n\n00:00.000 --> 00:01.000\n${'</i>'.repeat(499)}<v ${'-'.repeat(390_000)}`,
      `<tt ${'a '.repeat(190_000)}>`,
      `<tt>${'<p begin="0s" end="1s">&amp;'.repeat(14_000)}`,
      `<tt>${'<!--'.repeat(90_000)}`,
      `<tt>${'<p>\n'.repeat(90_000)}`,
      `{"events":[${'{"tStartMs":0,"segs":[{"utf8":"&<"}]},'.repeat(10_000)}{}]}`,
      `1\n00:00:00,000 --> 00:00:02,000\n${'{\\'.repeat(190_000)}`,
    ];
    for (const text of hostile) {
      expect((await cpuTimed(() => readCaptions(text))).cpuMs, text.slice(0, 60)).toBeLessThan(2000);
    }
  });
});
