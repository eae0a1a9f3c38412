import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReportMessages } from '../app/features/studio-import-export/report-messages.tsx';

test('the report of an import starts with losses, and collapses what is only informational @STUDIO-01', () => {
  const shown = renderToStaticMarkup(
    <ReportMessages
      messages={[
        { file: 'a.md', lines: [], message: 'A comment is removed.', weight: 'info' },
        { file: 'a.md', lines: [3, 9], message: 'Struck-out words.', weight: 'changed' },
        { file: 'b.md', lines: [2], message: 'The image is left out.', weight: 'lost' },
      ]}
    />,
  );
  const at = (words: string) => shown.indexOf(words);
  expect(at('Lost (1)')).toBeGreaterThan(-1);
  expect([at('Lost (1)'), at('b.md:2'), at('Changed (1)'), at('a.md:3, 9'), at('<details>'), at('A comment')]).toEqual(
    [at('Lost (1)'), at('b.md:2'), at('Changed (1)'), at('a.md:3, 9'), at('<details>'), at('A comment')].toSorted((a, b) => a - b),
  );
  expect(shown).toContain('For your information (1)');
  expect(renderToStaticMarkup(<ReportMessages messages={[]} />)).toContain('Everything is imported unchanged.');
});

test('a long list is collapsed after twenty messages, and the losses are still first @STUDIO-01', () => {
  const message = (weight: 'lost' | 'changed', index: number) => ({
    file: `${index}.md`,
    lines: [],
    message: `${weight} ${index}`,
    weight,
  });
  const messages = Array.from({ length: 650 }, (_, index) => message(index < 5 ? 'lost' : 'changed', index));
  const shown = renderToStaticMarkup(<ReportMessages messages={messages} />);
  const open = shown.replaceAll(/<details>.*?<\/details>/gu, '');
  expect([open.match(/<dd>lost/gu)?.length, open.match(/<dd>changed/gu)?.length]).toEqual([5, 20]);
  expect(shown.match(/<dd>/gu)).toHaveLength(650);
  expect(shown).toContain('<summary>625 more</summary>');
});
