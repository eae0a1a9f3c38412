import { shareImage } from '@newline/ui/covers/share-image';
import { data, redirect } from 'react-router';
import type { Route } from './+types/share';
import { site } from '../../../site.config.ts';
import { shareWordsOf } from '../features/feeds/share-words.server.ts';
import { setLine } from '../features/feeds/type-setter.server.ts';
import { shareHash } from '../shared/head/share-address.server.ts';
import { shortBylineOf } from '../shared/head/share-words.ts';
import { topicOf } from '@newline/ui/covers/topic';

/**
 * `/share/{path of a page}.{hash}.svg`: the drawing of the picture that stands for a page where somebody links to it. The server
 * makes a PNG of it at the same address (web/server/share-images.ts). Another hash than that of what the picture says now leads to the right one.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const [, path, hash] = /^([a-zA-Z0-9_.@/-]{1,300})\.([0-9a-f]{12})\.svg$/u.exec(params['*']) ?? [];
  const words = path === undefined ? null : await shareWordsOf(context, `/${path}`);
  if (words === null) throw data(null, { status: 404 });
  const current = shareHash(words);
  if (hash !== current) throw redirect(`/share/${path}.${current}.svg`, 302);
  const { title, topic } = words;
  const drawing = shareImage({ title, by: shortBylineOf(words), topic: topicOf(topic), siteName: site.name }, setLine);
  return new Response(drawing, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
}
