import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CaptionRepairs } from '../app/shared/video-field/caption-repairs.tsx';

test('repairs of captions are listed with their lines, or as a number if there are many @STUDIO-01', () => {
  const shown = renderToStaticMarkup(
    <CaptionRepairs
      repairs={[
        { message: 'Fonts were removed.', lines: [2], count: 1 },
        { message: 'Tags were closed.', lines: [2, 3, 5, 8], count: 30 },
        { message: 'The order changed.', lines: [4, 9], count: 2 },
      ]}
    />,
  );
  expect(shown).toContain('Line 2: Fonts were removed.');
  expect(shown).toContain('Lines 2, 3, 5, and 27 more: Tags were closed.');
  expect(shown).toContain('Lines 4 and 9: The order changed.');
  expect(renderToStaticMarkup(<CaptionRepairs repairs={[]} />)).toBe('');
});
