import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { baselineFile, beyond, countByFile, findInProject } from '../../texts/count-words.mjs';
import { textsOfSource, textsOfSql } from '../../texts/shown-texts.mjs';
import { findBritishSpellings } from '../../texts/us-spelling.mjs';
import { findWords, proseOf, wordsToAvoid } from '../../texts/words-to-avoid.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('texts that people read', () => {
  const textsOf = (source: string) => textsOfSource('page.tsx', source).map(({ kind, text }) => [kind, text]);

  test('are in elements, in visible attributes, in lists of options and in messages', () => {
    expect(
      textsOf(`
        const page = <main className="wide Open page"><h1>Your library</h1> <img alt="A shelf" src="/Shelf of books.png" />
          <input aria-label={isOld ? 'Former name' : \`Name of \${who}\`} /></main>;
        const options = [{ label: 'Newest', value: 'NEWEST' }];
        const said = 'We saved your comment.';
      `),
    ).toEqual([
      ['text', 'Your library'],
      ['attribute', 'A shelf'],
      ['attribute', 'Former name'],
      ['attribute', 'Name of …'],
      ['string', 'Newest'],
      ['string', 'We saved your comment.'],
    ]);
  });

  test('don’t include code or text that only developers see', () => {
    expect(
      textsOf(`
        import { one } from 'A Package of ours';
        throw new Error('Expected a name, got none.');
        log.warn('The disk is full.');
        const sent = sql\`Select a from b.\`;
        const asked = 'select a from b where c = 1';
        const header = 'text/html; charset=utf-8';
      `),
    ).toEqual([]);
  });

  test('include what coded errors, the command line and SQL say', () => {
    expect(textsOf(`throw new StartError('The port is taken. Choose another.'); console.log('Wrote a backup of the site.');`)).toEqual([
      ['string', 'The port is taken. Choose another.'],
      ['string', 'Wrote a backup of the site.'],
    ]);
    const source = `begin\n  raise exception 'You can''t edit this.' using errcode = 'NL403';\nend`;
    expect(textsOfSql('one.sql', source)).toEqual([{ file: 'one.sql', line: 2, kind: 'sql', text: "You can't edit this." }]);
  });
});

describe('words to avoid', () => {
  test.for([
    ['Somebody replied', 'somebody'],
    ['whoever reads it', 'whoever'],
    ['It loads anew.', 'anew'],
    ['You are told of replies', 'are told'],
    ['What stands here', 'stands'],
    ['a comment of yours', 'of yours'],
    ['It closes by itself', 'by itself'],
    ['Saved at once', 'at once'],
    ['Put your card right', 'put your card right'],
    ['the page that was asked for', 'asked for'],
    ['at most 200 signs', 'signs'],
  ] as const)('"%s"', ([text, word]) => {
    expect(findWords(text).map((match) => match.word)).toEqual([word]);
  });

  test('are not found in plain English', () => {
    const plain = 'You understand that he signs in, that the standard holds and someone told you to look at it. The server signs URLs.';
    expect(findWords(plain)).toEqual([]);
  });

  test('are found in the text of Markdown, not in its code, links or comments', () => {
    const source = '# It stands\n\n```\nwhoever\n```\n\n`somebody` <!-- anew\nanew --> [a page](of-yours/at%20once.md)\n\nAt once.\n';
    expect(proseOf(source).flatMap(({ line, text }) => findWords(text).map(({ word }) => [line, word]))).toEqual([
      [1, 'stands'],
      [10, 'at once'],
    ]);
  });

  test('include British spellings, also in the texts of the demo', () => {
    const spellings = findBritishSpellings(
      'We organise a colour-blind catalogue of harbours, 4 per cent of them cancelled, and practised it.',
    );
    expect(Object.fromEntries(spellings.map(({ word, instead }) => [word, instead.replace('US spelling: ', '')]))).toEqual({
      cancelled: 'canceled',
      catalogue: 'catalog',
      colour: 'color',
      harbours: 'harbors',
      organise: 'organize',
      'per cent': 'percent',
      practised: 'practiced',
    });
    const american =
      'An organist analyses the cancellation; the programmer, an honorary specialist, is optimistic about emphasis and basis.';
    expect(findBritishSpellings(american)).toEqual([]);
    expect(findBritishSpellings('The video neighbour-7g2w')).toEqual([]);
  });

  test('can become fewer in a file, and never more', () => {
    const finding = (file: string) => ({ file, line: 1, word: 'anew', instead: 'again' });
    const findings = [finding('a.md'), finding('a.md'), finding('b.md')];
    expect(countByFile(findings)).toEqual({ 'a.md': 2, 'b.md': 1 });
    expect(beyond(findings, { 'a.md': 2, 'b.md': 5 })).toEqual([]);
    expect(beyond(findings, { 'a.md': 1, 'b.md': 1 })).toEqual([finding('a.md'), finding('a.md')]);
    expect(beyond(findings, { 'a.md': 2 })).toEqual([finding('b.md')]);
  });

  test('are in no file beyond the baseline: docs/words.md says what to write instead, and `node bin/check-words.mjs` shows them', () => {
    const baseline = JSON.parse(readFileSync(join(root, baselineFile), 'utf8')) as Record<string, number>;
    const excess = beyond(findInProject(root), baseline);
    expect(excess.map(({ file, line, word, instead }) => `${file}:${line} "${word}": write ${instead}`)).toEqual([]);
  });

  test('are all in docs/words.md', () => {
    const page = readFileSync(join(root, 'docs/words.md'), 'utf8');
    expect(wordsToAvoid.filter(({ pattern }) => page.match(pattern) === null).map(({ pattern }) => pattern.source)).toEqual([]);
  });
});
