import { expect, test } from 'vitest';
import { withPlainRootStylesheets } from '../server/root-stylesheets.ts';

test('the style sheets of every page have one URL, so that no lazily loaded part adds them again', () => {
  const routes = {
    root: { path: '', css: ['/assets/base.css#', '/assets/shell.css'] },
    'routes/lesson': { path: 'lesson', css: ['/assets/base.css', '/assets/base.css#', '/assets/player.css#'] },
    'routes/feed': { path: 'feed', css: undefined },
  };
  expect(withPlainRootStylesheets(routes)).toEqual({
    root: { path: '', css: ['/assets/base.css', '/assets/shell.css'] },
    'routes/lesson': { path: 'lesson', css: ['/assets/base.css', '/assets/player.css#'] },
    'routes/feed': { path: 'feed' },
  });
});
