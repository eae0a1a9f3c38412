import type { Route } from './+types/lesson';
import { describeLesson } from '../features/lessons/describe-lesson.server.ts';
import { lessonMeta } from '../features/lessons/lesson-meta.ts';
import { LessonPage } from '../features/lessons/lesson-page.tsx';
import { loadLesson } from '../features/lessons/load-lesson.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const lesson = await loadLesson(context, url, { slug: params.slug, lesson: params.lesson });
  describeLesson(context, lesson, url.origin);
  return { lesson };
}

export const meta: Route.MetaFunction = ({ loaderData }) => lessonMeta(loaderData?.lesson);

export default function Lesson({ loaderData }: Route.ComponentProps) {
  return <LessonPage key={loaderData.lesson.id} lesson={loaderData.lesson} />;
}
