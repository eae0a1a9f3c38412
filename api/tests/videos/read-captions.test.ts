import { readCaptions } from '@newline/api/features/videos/read-captions';
import { describe, expect, test } from 'vitest';

const read = (text: string) => {
  const captions = readCaptions(text);
  if (!('vtt' in captions)) throw new Error(`expected captions, got ${JSON.stringify(captions)}`);
  return captions;
};
const cue = (words: string, times = '00:00.000 --> 00:01.000') => `WEBVTT\n\n${times}\n${words}\n`;
const wordsOf = (text: string) => read(text).cues.map(({ words }) => words);
const messages = (text: string) => read(text).repairs.map(({ message, lines }) => `${lines.join()}: ${message}`);

describe('WebVTT from other programs @BRING-03 @STUDIO-01', () => {
  test('keeps its names and values in the first lines, regions and styles', () => {
    const text =
      'WEBVTT - with a title\nKind: captions\nLanguage: en\n\nREGION\nid:low\nwidth:40%\n\nSTYLE\n::cue { color: red }\n\nNOTE of ours\n\n00:00.000 --> 00:01.000 region:low align:start\n<v.loud Ada>hello <00:00.500><c.yellow>again</c>\n';
    expect(read(text)).toEqual({ vtt: text, cues: [{ startsAt: 0, endsAt: 1, words: 'hello again' }], repairs: [] });
  });

  test('loses the timestamp map of a segmented stream, with a message, and keeps its times', () => {
    const { vtt, repairs } = read('WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:01.000 --> 00:02.000\nhello\n');
    expect(vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nhello\n');
    expect(repairs).toEqual([
      { code: 'TIMESTAMP_MAP', lines: [2], count: 1, message: expect.stringContaining('X-TIMESTAMP-MAP was removed') },
    ]);
  });

  test('is shown completely: text that isn’t a tag is escaped, never dropped', () => {
    const text = cue('R&D: I <3 you, a < b, Map<string> &foo; x --> y');
    expect(wordsOf(text)).toEqual(['R&D: I <3 you, a < b, Map<string> &foo; x --> y']);
    expect(read(text).vtt).toContain('R&amp;D: I &lt;3 you, a &lt; b, Map&lt;string&gt; &amp;foo; x --&gt; y');
    expect(messages(text)).toEqual([
      '3: An & was written as &amp;, so that it’s shown.',
      '3: A < was written as &lt;, so that it and the words after it are shown.',
      '3: An arrow --> among the words was written as --&gt;.',
    ]);
  });

  test('loses fonts and colors, and has its tags closed', () => {
    const text = cue('<font color="#fff">One</font> <i>two</b> <b>three');
    expect(read(text).vtt).toContain('\nOne <i>two <b>three</b></i>\n');
    expect(wordsOf(text)).toEqual(['One two three']);
  });

  test('is sorted by time, with the line of the first that came too early; touching or overlapping captions stay', () => {
    const text = 'WEBVTT\n\n00:05.000 --> 00:06.000\nthird\n\n00:01.000 --> 00:03.000\nfirst\n\n00:02.000 --> 00:03.000\nsecond\n';
    expect(wordsOf(text)).toEqual(['first', 'second', 'third']);
    expect(messages(text)).toEqual(['6: The captions were sorted by time.']);
    expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:02.000 --> 00:03.000\nb\n\n00:02.500 --> 00:04.000\nc\n').repairs).toEqual([]);
  });

  test('gets missing blank lines, and keeps text after extra ones', () => {
    const text = 'WEBVTT\n1\n00:01.000 --> 00:02.000\nfirst\n2\n00:02.000 --> 00:03.000\nsecond\n\nmore\n';
    expect(wordsOf(text)).toEqual(['first', 'second more']);
    expect(messages(text)).toEqual([
      '2: A blank line was added after the first lines.',
      '6: A blank line was added before this caption.',
      '9: Text after a blank line was added to the caption before it.',
    ]);
  });

  test('can have times in many formats', () => {
    for (const times of ['00:01,500 --> 00:02,0', '0:00:01.5-->0:00:02', '00:00:01.500 -> 00:00:02.000', '00:00:01:500 –> 00:00:02:000'])
      expect(read(cue('x', times)).cues, times).toEqual([{ startsAt: 1.5, endsAt: 2, words: 'x' }]);
    expect(read(cue('x', '75:10.000 --> 75:11.000')).cues).toMatchObject([{ startsAt: 4510 }]);
    expect(read(cue('x', '00:01.000 --> 00:01.000')).cues).toEqual([{ startsAt: 1, endsAt: 2, words: 'x' }]);
  });

  test('can begin with a byte order mark, blank lines or lowercase letters', () => {
    for (const first of ['\uFEFFWEBVTT', '\n\nWEBVTT', 'WebVTT', 'WEBVTT FILE'])
      expect(wordsOf(`${first}\n\n00:01.000 --> 00:02.000\nx\n`), first).toEqual(['x']);
  });

  test('is refused with messages that an author understands, with every line', () => {
    expect(readCaptions('WEBVTT\n\nno times here\n\n00:01.000 --> 00:02.000\nx\n')).toEqual([
      {
        line: 3,
        code: 'TIMES_REQUIRED',
        message: 'These words have no times. Add a line such as 00:00:01.000 --> 00:00:04.000 before them.',
      },
    ]);
    expect(readCaptions(cue('x', '00:01.000 --> 01:75:00.000'))).toEqual([
      { line: 3, code: 'MINUTES_TOO_MANY', message: 'Minutes go up to 59 when there are hours, but this time has 75.' },
    ]);
    expect(readCaptions('[Script Info]\nTitle: x')).toEqual([{ line: 1, code: 'NO_WORDS', message: 'These captions have no words.' }]);
  });
});

describe('files that were refused once @BRING-03 @STUDIO-01', () => {
  test.each([
    ['a header with metadata', 'WEBVTT\nKind: captions\nLanguage: en\n\n00:00.000 --> 00:01.000\nhello\n', ['hello'], []],
    [
      'a header with more on a line, a note and a name',
      'WEBVTT\nKind: captions; Language: de\nX-Custom: 1\n\nNOTE a\n\nid-1\n00:00.000 --> 00:01.000 align:start position:0%\nx<00:00.500><c> y</c>\n',
      ['x y'],
      [],
    ],
    [
      'a header with a dash, lines of Windows and a region',
      'WEBVTT – Title\r\n\r\nREGION\r\nid=low width=40%\r\n\r\n00:00.000 --> 00:01.000 region:low\r\nhello\r\n',
      ['hello'],
      [],
    ],
    [
      'a timestamp map and names of characters',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:10.000\n\n00:10.000 --> 00:11.000\n&lt;b&gt; &amp;amp; &copy;\n',
      ['<b> &amp; ©'],
      ['TIMESTAMP_MAP', 'ENTITY'],
    ],
    [
      'an & and a color in SRT',
      '1\n00:00:00,000 --> 00:00:01,000\nR&D at <font color="#fff">AT&T</font>\n',
      ['R&D at AT&T'],
      ['FORMATTING'],
    ],
    [
      'a byte order mark and coordinates in SRT',
      '\uFEFF1\r\n00:00:00,000 --> 00:00:01,000\r\n<b>A</b> & <i>B</I>\r\n\r\n2\r\n00:00:01.000 --> 00:00:02.000 X1:10 X2:20 Y1:1 Y2:2\r\nc\r\n',
      ['A & B', 'c'],
      ['TAGS', 'POSITION'],
    ],
    [
      'SRT without numbers',
      '00:00:00,000 --> 00:00:01,000\nno number\n\n00:00:01,000 --> 00:00:02,000\nnext <3 & "q"\n',
      ['no number', 'next <3 & "q"'],
      [],
    ],
    [
      'an unsorted SRT with an empty caption and short times',
      '1\n00:00:05,000 --> 00:00:06,000\nlate\n\n2\n00:00:01,000 --> 00:00:03,000\n\n3\n0:0:2,5 --> 0:0:4\n- A\n- B\n',
      ['- A - B', 'late'],
      ['TIMES_REWRITTEN', 'SORTED'],
    ],
  ])('%s', (_name, text, words, codes) => {
    const { cues, repairs } = read(text);
    expect(cues.map((each) => each.words)).toEqual(words);
    expect(repairs.map(({ code }) => code)).toEqual(codes);
  });
});

describe('SubRip @BRING-03 @STUDIO-01', () => {
  test('becomes escaped WebVTT, and loses its fonts and positions', () => {
    const { vtt, cues, repairs } = read('1\n00:00:00,000 --> 00:00:01,000\n{\\an8}R&D at <font color="#fff">AT&T</font>, 1 < 2\n');
    expect(vtt).toBe('WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\nR&amp;D at AT&amp;T, 1 &lt; 2\n');
    expect(cues).toMatchObject([{ words: 'R&D at AT&T, 1 < 2' }]);
    expect(repairs.map(({ message }) => message)).toEqual([
      'Positions and styles such as {\\an8} were removed.',
      'Fonts, sizes, colors and strikethrough were removed. Captions don’t have them; the words stay.',
    ]);
  });

  test('keeps text after a blank line within a caption, and ignores bare numbers', () => {
    const text = '1\n00:00:00,000 --> 00:00:01,000\none\n\nhalf\n\n2\n\n3\n00:00:01,000 --> 00:00:02,000\ntwo\n';
    expect(wordsOf(text)).toEqual(['one half', 'two']);
    expect(messages(text)).toEqual([
      '5: Text after a blank line was added to the caption before it.',
      '7: A number without a caption was removed.',
    ]);
  });
});

describe('TTML @BRING-03 @STUDIO-01', () => {
  const ttml = (body: string, attributes = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" ${attributes}>\n<head><metadata><title>not said</title></metadata></head>\n<body><div>${body}</div></body></tt>`;

  test('becomes WebVTT with its line breaks, italics and characters', () => {
    const text = ttml(
      '<p begin="00:00:01.000" end="00:00:02.500">Fish &amp; <span tts:fontStyle="italic">chips</span><br/>a &lt; b <![CDATA[& c]]></p>\n<p begin="3s" dur="1500ms">two</p>',
    );
    expect(read(text)).toEqual({
      vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nFish &amp; <i>chips</i>\na &lt; b &amp; c\n\n00:00:03.000 --> 00:00:04.500\ntwo\n',
      cues: [
        { startsAt: 1, endsAt: 2.5, words: 'Fish & chips a < b & c' },
        { startsAt: 3, endsAt: 4.5, words: 'two' },
      ],
      repairs: [],
    });
  });

  test('can count frames, ticks and the times of its outer elements, and time its spans', () => {
    expect(read(ttml('<p begin="00:00:01:15" end="50f">x</p>', 'ttp:frameRate="25"')).cues).toMatchObject([{ startsAt: 1.6, endsAt: 2 }]);
    expect(read(ttml('<p begin="10000000t" end="20000000t">x</p>', 'ttp:tickRate="10000000"')).cues).toMatchObject([
      { startsAt: 1, endsAt: 2 },
    ]);
    const outer = ttml('</div><div begin="10s"><p><span begin="1s" end="2s">one</span> <span begin="2s" end="3s">two</span></p>');
    expect(read(outer).cues).toEqual([
      { startsAt: 11, endsAt: 12, words: 'one' },
      { startsAt: 12, endsAt: 13, words: 'two' },
    ]);
  });

  test('from YouTube is read, too', () => {
    expect(read('<timedtext format="3"><body><p t="1000" d="500">it&#39;s <s t="9">here</s></p></body></timedtext>').cues).toEqual([
      { startsAt: 1, endsAt: 1.5, words: 'it’s here'.replace('’', "'") },
    ]);
    expect(read('<transcript><text start="1.5" dur="2">x</text></transcript>').cues).toEqual([{ startsAt: 1.5, endsAt: 3.5, words: 'x' }]);
  });

  test('is refused with its line numbers', () => {
    expect(readCaptions(ttml('\n<p begin="soon" end="2s">x</p>'))).toEqual([
      {
        line: 5,
        code: 'TTML_TIMES_UNREADABLE',
        message: 'The time of this caption can’t be read. Write it as begin="00:01:02.500" end="00:01:04.000".',
      },
    ]);
    expect(readCaptions(ttml('<p>never</p>'))).toEqual([
      { line: 4, code: 'TTML_TIMES_REQUIRED', message: 'These words have no times. Add begin="…" and end="…" to their <p>.' },
    ]);
    expect(readCaptions(ttml('<p begin="1s">x</p>'))).toEqual([
      { line: 4, code: 'END_REQUIRED', message: 'This caption has no end. Add end="…" or dur="…" to it.' },
    ]);
    expect(readCaptions('<html><p>x</p></html>')).toEqual([{ line: 1, code: 'NOT_TTML', message: expect.stringContaining('isn’t TTML') }]);
    expect(readCaptions('<!DOCTYPE tt [<!ENTITY a "aaaa">]><tt/>')).toEqual([
      { line: 1, code: 'ENTITIES_UNSUPPORTED', message: expect.stringContaining('DOCTYPE') },
    ]);
    expect(readCaptions(ttml('<p begin="1s" end="2s">x</p><!-- '))).toEqual([
      { line: 4, code: 'CUT_OFF', message: expect.stringContaining('ends within') },
    ]);
  });
});

describe('YouTube’s JSON3 @BRING-03 @STUDIO-01', () => {
  const json3 = (events: unknown) => JSON.stringify({ wireMagic: 'pb3', events });
  const segs = (...words: string[]) => words.map((utf8) => ({ utf8 }));

  test('becomes WebVTT; rolling captions end when the next one begins', () => {
    const rolling = json3([
      { tStartMs: 0, dDurationMs: 9000, id: 1 },
      { tStartMs: 100, dDurationMs: 3000, segs: segs('hello', ' <there>') },
      { tStartMs: 1500, dDurationMs: 1600, aAppend: 1, segs: segs('\n') },
      { tStartMs: 1600, dDurationMs: 2000, segs: segs('R&D') },
    ]);
    expect(read(rolling)).toEqual({
      vtt: 'WEBVTT\n\n00:00:00.100 --> 00:00:01.600\nhello &lt;there&gt;\n\n00:00:01.600 --> 00:00:03.600\nR&amp;D\n',
      cues: [
        { startsAt: 0.1, endsAt: 1.6, words: 'hello <there>' },
        { startsAt: 1.6, endsAt: 3.6, words: 'R&D' },
      ],
      repairs: [],
    });
  });

  test('without a duration lasts three seconds; anything that isn’t captions is refused', () => {
    expect(read(json3([{ tStartMs: 0, segs: segs('x') }]))).toMatchObject({ cues: [{ startsAt: 0, endsAt: 3 }], repairs: [{ count: 1 }] });
    expect(readCaptions('{"events":\n [1 2]}')).toEqual([
      { line: 2, code: 'JSON_INVALID', message: expect.stringContaining('This JSON is incomplete') },
    ]);
    expect(readCaptions('{"a": 1}')).toEqual([
      { line: 1, code: 'JSON3_EVENTS_REQUIRED', message: expect.stringContaining('isn’t captions of YouTube') },
    ]);
    expect(readCaptions(json3([{ segs: segs('x') }]))).toEqual([
      { line: 1, code: 'JSON3_START_REQUIRED', message: 'Event 1 has no start ("tStartMs").' },
    ]);
  });
});

test.each([
  ['LRC', '[ti:Tea]\n[00:12.00]Hello\n'],
  ['Scenarist (SCC)', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420\n'],
])('captions in %s are refused by name, with the formats to use instead', (format, text) => {
  expect(readCaptions(text)).toEqual([{ line: 1, code: 'FORMAT_UNSUPPORTED', message: expect.stringContaining(format) }]);
});

describe('SubViewer and SubStation @BRING-03 @STUDIO-01', () => {
  test('SBV of YouTube becomes WebVTT, as does SubViewer with its first lines', () => {
    expect(read('0:00:01.000,0:00:03.500\nFish & <chips>\nsecond\n\n0:01:02.500,0:01:04.000\nb\n')).toEqual({
      vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nFish &amp; &lt;chips&gt;\nsecond\n\n00:01:02.500 --> 00:01:04.000\nb\n',
      cues: [
        { startsAt: 1, endsAt: 3.5, words: 'Fish & <chips> second' },
        { startsAt: 62.5, endsAt: 64, words: 'b' },
      ],
      repairs: [],
    });
    expect(read('[INFORMATION]\n[TITLE]Tea\n[END INFORMATION]\n[SUBTITLE]\n00:00:01.00,00:00:03.50\none[br]two\n').cues).toEqual([
      { startsAt: 1, endsAt: 3.5, words: 'one two' },
    ]);
    expect(readCaptions('0:00:05.000,0:00:03.000\nx\n')).toEqual([
      { line: 1, code: 'CAPTION_BACKWARD', message: 'This caption ends (00:00:03.000) before it starts (00:00:05.000).' },
    ]);
  });

  const script = (...lines: readonly string[]) =>
    [
      '[Script Info]',
      'ScriptType: v4.00+',
      '',
      '[V4+ Styles]',
      'Format: Name, Fontname',
      'Style: Default,Arial',
      '',
      '[Events]',
      ...lines,
    ].join('\n');

  test('the dialogue of ASS becomes WebVTT in the order of time, without styles and shapes', () => {
    const text = script(
      'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
      'Dialogue: 0,0:00:05.00,0:00:06.20,Default,,0,0,0,,late',
      'Comment: 0,0:00:00.00,0:00:06.20,Default,,0,0,0,,not said',
      'Dialogue: 0,0:00:01.00,0:00:02.50,Default,Ada,0,0,0,,{\\i1}Tea{\\i0}, milk & <b>\\Nsugar\\hcubes',
      'Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}',
    );
    const { vtt, repairs } = read(text);
    expect(vtt).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nTea, milk &amp; &lt;b&gt;\nsugar cubes\n\n00:00:05.000 --> 00:00:06.200\nlate\n',
    );
    expect(repairs).toMatchObject([{ code: 'SUBRIP_STYLES', lines: [12, 13], count: 2 }]);
  });

  test('an invalid time of ASS is refused with its line', () => {
    expect(readCaptions(script('Dialogue: 0,soon,0:00:02.50,Default,,0,0,0,,x'))).toEqual([
      { line: 9, code: 'TIMES_UNREADABLE', message: expect.stringContaining('soon,0:00:02.50') },
    ]);
  });
});

describe('odd files @BRING-03 @STUDIO-01', () => {
  test.each<readonly [name: string, text: string, words: readonly string[], codes: readonly string[]]>([
    ['a byte order mark and line ends of an old Mac', '\uFEFFWEBVTT\r\r00:01.000 --> 00:02.000\rx\r', ['x'], []],
    ['UTF-16 that was read as UTF-8', [...'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n'].join('\0'), ['x'], []],
    ['times without hours in SRT', '1\n01:02,500 --> 01:03,000\nx\n', ['x'], ['TIMES_REWRITTEN']],
    ['commas in WebVTT', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nx\n', ['x'], ['TIMES_REWRITTEN']],
    ['a caption of no length', 'WEBVTT\n\n00:01.000 --> 00:01.000\nx\n\n00:01.400 --> 00:02.000\ny\n', ['x', 'y'], ['DURATION_ADDED']],
    ['captions at the same time', 'WEBVTT\n\n00:01.000 --> 00:03.000\nx\n\n00:02.000 --> 00:04.000\ny\n', ['x', 'y'], []],
    ['notes between captions', 'WEBVTT\n\nNOTE one\ntwo --> three\n\n00:01.000 --> 00:02.000\nx\n\nNOTE\nend\n', ['x'], ['COMMENT_ARROW']],
    ['voices', cue('<v Ada Lovelace>Hi <v.loud Bob>there'), ['Hi there'], ['TAGS']],
    ['colors as classes', cue('<c.red.bg_blue>Hi</c> <c.yellow>there'), ['Hi there'], ['TAGS']],
    ['ruby', cue('<ruby>漢<rt>kan</rt></ruby>'), ['漢kan'], []],
    ['names of characters', cue('&quot;R&amp;D&quot;&nbsp;&hearts; &#39;&bogus;'), ['"R&D" ♥ \'&bogus;'], ['ENTITY', 'AMPERSAND']],
    [
      'positions of SRT',
      '1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:1 Y2:2\n{\\an8}{\\pos(1,2)}x\n',
      ['x'],
      ['SUBRIP_STYLES', 'POSITION'],
    ],
    ['a color in braces', '1\n00:00:01,000 --> 00:00:02,000\n{\\c&H0000FF&}x{y}\n', ['x{y}'], ['SUBRIP_STYLES']],
    [
      'SRT that begins with 0 and skips numbers',
      '0\n00:00:01,000 --> 00:00:02,000\nx\n\n7\n00:00:02,000 --> 00:00:03,000\ny\n',
      ['x', 'y'],
      [],
    ],
    [
      'SRT without blank lines',
      '1\n00:00:01,000 --> 00:00:02,000\nx\n2\n00:00:02,000 --> 00:00:03,000\n5\n',
      ['x', '5'],
      ['BLANK_LINE_ADDED'],
    ],
    ['words that are a number', '1\n00:00:01,000 --> 00:00:02,000\n42\n', ['42'], []],
    [
      'nested spans and regions of TTML',
      '<tt xmlns="http://www.w3.org/ns/ttml"><head><layout><region xml:id="r" tts:origin="1% 1%"/></layout></head><body region="r"><div><p begin="1s" end="2s" region="r"><span><span tts:color="red">a</span> <span tts:fontWeight="bold">b</span></span></p></div></body></tt>',
      ['a b'],
      ['TTML_LAYOUT'],
    ],
    [
      'TTML with spaces that don’t count',
      '<tt><body><div><p begin="1s" end="2s">\n      a\n      <br/>\n      b\n    </p></div></body></tt>',
      ['a b'],
      [],
    ],
    [
      'TTML with frames and a multiplier',
      '<tt ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"><body><div><p begin="00:00:01:00" end="00:00:02:00">a</p></div></body></tt>',
      ['a'],
      [],
    ],
    ['a time after an hour in WebVTT without zeros', 'WEBVTT\n\n1:00:01.000 --> 1:00:02.000\nx\n', ['x'], ['TIMES_REWRITTEN']],
  ])('%s', (_name, text, words, codes) => {
    const { cues, repairs } = read(text);
    expect(cues.map((each) => each.words)).toEqual(words);
    expect(repairs.map(({ code }) => code)).toEqual(codes);
  });

  test.each<readonly [name: string, text: string, errors: readonly (readonly [line: number, code: string])[]]>([
    ['a caption that ends before it starts', 'WEBVTT\n\n00:03.000 --> 00:01.000\nx\n', [[3, 'CAPTION_BACKWARD']]],
    ['a negative time', 'WEBVTT\n\n-00:01.000 --> 00:02.000\nx\n', [[3, 'TIMES_UNREADABLE']]],
    ['an image', '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR', [[1, 'NO_CAPTIONS']]],
    ['a video', '\0\0\0\u0018ftypmp42\0\0', [[1, 'NO_CAPTIONS']]],
    ['an archive', 'PK\u0003\u0004\u0014\0captions.srt1\n', [[1, 'NO_CAPTIONS']]],
    ['a web page', '<!doctype html>\n<html><body>Sign in</body></html>', [[1, 'NOT_TTML']]],
    ['an empty file', '', [[1, 'NO_CAPTIONS']]],
    ['only the first line', 'WEBVTT\n', [[1, 'NO_WORDS']]],
    ['words of a song', '[ti:Tea]\n[00:12.00]Hello\n', [[1, 'FORMAT_UNSUPPORTED']]],
    ['seconds beyond a minute', '1\n00:00:61,000 --> 00:01:02,000\nx\n', [[2, 'SECONDS_TOO_MANY']]],
  ])('%s is refused with its line', (_name, text, errors) => {
    const refusals = readCaptions(text);
    if ('vtt' in refusals) throw new Error('expected a refusal');
    expect(refusals.map(({ line, code }) => [line, code])).toEqual(errors);
  });
});
