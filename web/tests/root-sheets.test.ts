import { expect, test } from 'vitest';
import { withPlainRootSheets } from '../server/root-sheets.ts';

test('the style sheets of every page have one URL, so that no lazily loaded part adds them again', () => {
  const routes = {
    root: { path: '', css: ['/assets/base.css#', '/assets/shell.css'] },
    'routes/lesson': { path: 'lesson', css: ['/assets/base.css', '/assets/base.css#', '/assets/player.css#'] },
    'routes/feed': { path: 'feed', css: undefined },
  };
  expect(withPlainRootSheets(routes)).toEqual({
    root: { path: '', css: ['/assets/base.css', '/assets/shell.css'] },
    'routes/lesson': { path: 'lesson', css: ['/assets/base.css', '/assets/player.css#'] },
    'routes/feed': { path: 'feed' },
  });
});
