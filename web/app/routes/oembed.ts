import type { Route } from './+types/oembed';
import { oembedFor } from '../features/feeds/oembed.server.ts';

/** `/oembed?url=…`: the data with which other sites show a link to this one. JSON only, as the protocol allows: XML gets a 501. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { origin, searchParams } = url;
  const format = searchParams.get('format') ?? 'json';
  if (format !== 'json') return textResponse(501, `expected format=json, got format=${format.slice(0, 20)}`);
  const pageUrl = searchParams.get('url');
  if (pageUrl === null || pageUrl.length > 500) return textResponse(400, `expected url=, a URL under ${origin} of up to 500 characters`);
  const answer = await oembedFor(context, pageUrl, origin);
  return answer ? Response.json(answer) : textResponse(404, 'expected the URL of a course, a book, an article or a clip on this site');
}

function textResponse(status: number, message: string): Response {
  return Response.json({ error: message }, { status });
}
