import { expect, test } from 'vitest';
import { shortClassNames } from '../server/short-class-names.ts';

test('a class has a short name that is the same in each build, in any folder', () => {
  const name = shortClassNames('/home/a')('card', '/home/a/web/app/card.module.css');
  expect(name).toMatch(/^_[\w-]{4}$/);
  expect(shortClassNames('/srv')('card', '/srv/web/app/card.module.css?used')).toBe(name);
  expect(shortClassNames('/srv')('card', '/srv/web/app/other.module.css')).not.toBe(name);
  expect(shortClassNames('/srv')('cards', '/srv/web/app/card.module.css')).not.toBe(name);
});

test('two classes never get the same name', () => {
  const nameOf = shortClassNames('/srv');
  const nameAll = () => {
    for (let at = 0; at < 100_000; at += 1) nameOf(`class-${at}`, '/srv/page.module.css');
  };
  expect(nameAll).toThrow(/page\.module\.css \.class-\d+ and page\.module\.css \.class-\d+ have the same short name, _[\w-]{4}: rename/);
});
