import { shareImage } from '@newline/ui/covers/share-image';
import { data, redirect } from 'react-router';
import type { Route } from './+types/share';
import { site } from '@newline/api/rules/site/site';
import { shareTextOf } from '../features/feeds/share-text.server.ts';
import { setLine } from '../features/feeds/type-setter.server.ts';
import { shareHash } from '../shared/head/share-address.server.ts';
import { shortBylineOf } from '../shared/head/share-text.ts';
import { topicOf } from '@newline/ui/covers/topic';

/**
 * `/share/{path of a page}.{hash}.svg`: the link preview image of a page as SVG. The server converts it to PNG at the same URL
 * (web/server/share-images.ts). An outdated hash redirects to the current one.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, path, hash] = /^([a-zA-Z0-9_.@/-]{1,300})\.([0-9a-f]{12})\.svg$/u.exec(params['*']) ?? [];
  const text = path === undefined ? null : await shareTextOf(context, `/${path}`);
  if (text === null) throw data(null, { status: 404 });
  const current = shareHash(text);
  if (hash !== current) throw redirect(`/share/${path}.${current}.svg`, 302);
  const { title, topic } = text;
  const svg = shareImage({ title, by: shortBylineOf(text), topic: topicOf(topic), siteName: site.name }, setLine);
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
}
