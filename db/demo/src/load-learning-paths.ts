import { demoId } from './demo-id.ts';
import { clipId } from './load-clips.ts';
import { insertRows, itemColumns, type LoadContext, userId } from './load-context.ts';
import { articleId } from './load-texts.ts';

/** Loads the learning paths with their steps. */
export async function loadLearningPaths(context: LoadContext): Promise<void> {
  const { content, daysAgo } = context;
  await insertRows(
    context,
    'app_public.learning_paths',
    content.learningPaths.map(({ slug, title, by, topic, summary, description, publishedDaysAgo }) => ({
      id: demoId('path', slug),
      title,
      slug,
      summary,
      description,
      topic,
      user_id: userId(by),
      is_published: true,
      published_at: daysAgo(publishedDaysAgo),
      version: 1,
      created_at: daysAgo(publishedDaysAgo + 1),
      updated_at: daysAgo(publishedDaysAgo),
    })),
  );
  await insertRows(
    context,
    'app_public.learning_path_steps',
    content.learningPaths.flatMap(({ slug, steps }) =>
      steps.map(({ on, why }, at) => ({
        id: demoId('path step', `${slug} ${on}`),
        learning_path_id: demoId('path', slug),
        position: at + 1,
        ...itemColumns(on),
        article_id: on.startsWith('article:') ? articleId(on.slice('article:'.length)) : null,
        clip_id: on.startsWith('clip:') ? clipId(on.slice('clip:'.length)) : null,
        reason: why,
      })),
    ),
  );
}
