import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-lesson';
import { LessonStudio } from '../features/studio/lesson-studio.tsx';
import { loadStudioLesson } from '../features/studio/load-studio-lesson.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  return loadStudioLesson(context, url, params.id);
}

/** The page manages its own state: loading the same lesson again would mix old text with the current one. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) => currentParams['id'] !== nextParams['id'];

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Edit: ${loaderData?.revision.title ?? 'Lesson'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioLesson({ loaderData }: Route.ComponentProps) {
  return <LessonStudio key={loaderData.lesson.id} {...loaderData} />;
}
