import { readCaptions } from '@newline/api/features/videos/read-captions';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import webvtt from 'webvtt-parser';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

const words = fc
  .array(
    fc.constantFrom(
      ...['hello ', 'R&D ', '&amp;', '&eacute;', '&#60;', '<i>', '</i>', '<b>', '</b>', '<u', '<3', '<v Ada>', '<v>', '</v>', '<c.x-->'],
      ...[
        '<font color="red">',
        '</font>',
        '<ruby>',
        '<rt>',
        '</ruby>',
        '--',
        '>',
        '<',
        '&',
        '-->',
        '<00:00:01.500>',
        '<lang en>',
        '\n',
        '{\\an8}',
      ],
      ...['a --> b', '</', '<br/>', 'Map<string> ', '中文 ', '😀', '1'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const time = fc
  .integer({ min: 0, max: 20_000 })
  .map((ms) => `00:00:${String(Math.floor(ms / 1000)).padStart(2, '0')}${ms % 2 === 0 ? '.' : ','}${String(ms % 1000).padStart(3, '0')}`);
const block = fc.oneof(
  fc
    .tuple(time, fc.integer({ min: 0, max: 3 }), fc.constantFrom('', ' align:middle', ' line:0', ' X1:5 Y1:9', ' size:200%'), words)
    .map(([start, more, settings, said]) => `${start} --> 00:00:${20 + more}.000${settings}\n${said}`),
  fc.constantFrom(
    'NOTE of ours',
    'NOTE a --> b',
    'STYLE\n::cue { color: red }',
    '7',
    'words alone',
    '   ',
    'an id\n00:00:01.000 --> 00:00:02.000\nx',
  ),
);
const text = fc
  .tuple(
    fc.constantFrom('WEBVTT\n\n', 'WEBVTT\nKind: captions\n\n', 'webvtt\n', '', 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:0\n\n'),
    fc.array(fc.tuple(block, fc.constantFrom('\n\n', '\n', '\n\n\n')), { minLength: 1, maxLength: 6 }),
  )
  .map(([first, blocks]) => `${first}00:00:00,500 --> 00:00:01.000\nbegin\n\n${blocks.map((parts) => parts.join('')).join('')}`);

/** Returns the errors that the specification's own parser finds; it supports neither regions nor settings after the first line. */
const mistakesIn = (vtt: string) =>
  new webvtt.WebVTTParser()
    .parse(vtt, 'subtitles/captions/descriptions')
    .errors.filter(({ message }) => !message.startsWith('No blank line after the signature'));

test('repaired captions are valid, and reading them again changes nothing @STUDIO-01', () => {
  let readings = 0;
  fc.assert(
    fc.property(text, (source) => {
      const read = readCaptions(source);
      if (!('vtt' in read)) return;
      readings += 1;
      expect(mistakesIn(read.vtt)).toEqual([]);
      expect(readCaptions(read.vtt)).toEqual({ ...read, repairs: [] });
    }),
    { numRuns: 500 },
  );
  expect(readings).toBeGreaterThan(250);
});

test('no word of a caption is lost @STUDIO-01', () => {
  const plain = fc.array(fc.constantFrom('ab', 'R&D', '<3', 'a<b', 'Map<string>', '-->', '--', '>', '&foo;', '&', '中文', '😀'), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(plain, fc.constantFrom('WEBVTT\n\n', ''), (parts, first) => {
      const read = readCaptions(`${first}00:00:00.500 --> 00:00:01.000\n${parts.join(' ')}\n`);
      expect('vtt' in read && read.cues.map(({ words: said }) => said)).toEqual([parts.join(' ')]);
    }),
    { numRuns: 500 },
  );
});
