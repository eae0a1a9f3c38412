import type { Route } from './+types/chapter';
import { describeLesson } from '../features/lessons/describe-lesson.server.ts';
import { lessonMeta } from '../features/lessons/lesson-meta.ts';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import { loadChapter } from '../features/lessons/load-lesson.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const lesson = await loadChapter(context, url, { slug: params.slug, lesson: params.lesson });
  describeLesson(context, lesson, url.origin);
  return { lesson };
}

export const meta: Route.MetaFunction = ({ loaderData }) => lessonMeta(loaderData?.lesson);

export default function Chapter({ loaderData }: Route.ComponentProps) {
  return <LessonPage key={loaderData.lesson.id} lesson={loaderData.lesson} />;
}
