import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const routes = new URL('../../app/routes/', import.meta.url);

type Asked = { currentUrl: URL; nextUrl: URL; currentParams: Params; nextParams: Params; defaultShouldRevalidate: boolean };
type Params = Record<string, string>;

/** The routes that decide themselves when their data is loaded again. */
const routeFiles = readdirSync(routes).filter((name) => readFileSync(new URL(name, routes), 'utf8').includes('shouldRevalidate'));

test('some routes keep their own state', () => {
  expect(routeFiles).toContain('clips.tsx');
  expect(routeFiles).toContain('studio-article.tsx');
});

test.for(routeFiles)('%s loads its data when its URL names something else', async (name) => {
  const route = (await import(new URL(name, routes).href)) as { shouldRevalidate: (navigation: Asked) => boolean };
  const at = (id: string) => ({ url: new URL(`https://newline.example/things/${id}`), params: { id, clipId: id } });
  const [one, other] = [at('one'), at('other')];
  const args = { currentUrl: one.url, currentParams: one.params, defaultShouldRevalidate: true };
  expect(route.shouldRevalidate({ ...args, nextUrl: other.url, nextParams: other.params })).toBe(true);
});
