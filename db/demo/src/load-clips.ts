import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, lessonId, type LoadContext, requireVideo, type Row, userId } from './load-context.ts';
import { seededRandom } from '@newline/db/seeded-random';

/** The id of a clip, by the slug that only the demo's files know. */
export function clipId(slug: string): string {
  return demoId('clip', slug);
}

/** Loads clips, with likes, bookmarks and shares: more for the newer ones, and the same in every load. */
export async function loadClips(context: LoadContext): Promise<void> {
  const { content, daysAgo } = context;
  await insertRows(
    context,
    'app_public.clips',
    content.clips.map((clip) => {
      const item = clip.course === null ? `books/${clip.book}` : `courses/${clip.course}`;
      const video = requireVideo(content, clip.video, `clips.json, ${clip.slug}`);
      return {
        id: clipId(clip.slug),
        title: clip.title,
        description: clip.description,
        is_short: clip.isShort,
        video_url: `local:${video.playbackId}`,
        thumbnail_seconds: video.thumbnails[clip.thumbnail % video.thumbnails.length],
        duration_seconds: Math.round(video.durationSeconds),
        ...itemColumns(item),
        lesson_id: clip.lesson === null ? null : lessonId(item, clip.lesson),
        created_at: daysAgo(clip.createdDaysAgo),
        updated_at: daysAgo(clip.createdDaysAgo),
      };
    }),
  );
  const actions = drawActions(context);
  await insertRows(context, 'app_public.clip_likes', actions.likes);
  await insertRows(context, 'app_public.clip_bookmarks', actions.bookmarks);
  await insertRows(context, 'app_public.clip_shares', actions.shares);
  await insertRows(context, 'app_public.clip_views', actions.views);
}

/** How many of a hundred users who see a clip like, bookmark and share it; a few undo it. */
const chances = { view: 0.45, like: 0.6, bookmark: 0.18, share: 0.12, takeBack: 0.04 };

function drawActions({ content, daysAgo }: LoadContext) {
  const rendered: Record<'likes' | 'bookmarks' | 'shares' | 'views', Row[]> = { likes: [], bookmarks: [], shares: [], views: [] };
  for (const clip of content.clips) {
    const random = seededRandom(`actions on ${clip.slug}`);
    const charm = 0.4 + 1.2 * random();
    const freshness = 0.35 + 0.65 * Math.exp(-Math.max(0, clip.createdDaysAgo) / 60);
    const seconds = requireVideo(content, clip.video, clip.slug).durationSeconds;
    for (const { username } of content.people) {
      // The same number of random values is drawn for every user, so that another user changes nothing for the others.
      const [view = 1, like = 1, bookmark = 1, share = 1, takeBack = 1, when = 0, where = 0] = Array.from({ length: 7 }, random);
      if (view > chances.view * charm * freshness) continue;
      const at = daysAgo(Math.max(0, clip.createdDaysAgo) * when);
      const row = (kind: string): Row => ({
        id: demoId(kind, `${clip.slug} ${username}`),
        clip_id: clipId(clip.slug),
        user_id: userId(username),
        enabled: takeBack > chances.takeBack,
        created_at: at,
        updated_at: at,
      });
      if (like < chances.like) rendered.likes.push(row('like'));
      if (bookmark < chances.bookmark) rendered.bookmarks.push(row('bookmark'));
      if (share < chances.share) rendered.shares.push(row('share'));
      rendered.views.push({
        clip_id: clipId(clip.slug),
        user_id: userId(username),
        position_seconds: Math.floor(where * seconds),
        updated_at: at,
      });
    }
  }
  return rendered;
}
