import { isId } from '@newline/api/rules/is-id';
import { data, redirect } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import type { Route } from './+types/studio-course-preview';
import { ItemPreview } from '../features/item/item-preview.tsx';
import { loadItemPreview } from '../features/item/load-item-preview.server.ts';
import { PreviewBar, readPreviewReader } from '../features/studio/preview-bar.tsx';
import { viewerOf } from '../shared/run-document.server.ts';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { pathname, search, searchParams } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const reader = readPreviewReader(searchParams);
  return { item: await loadItemPreview(context, { kind: 'course', id: params.id, reader }), reader };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.item.title ?? 'Course'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function StudioCoursePreview({ loaderData: { item, reader } }: Route.ComponentProps) {
  return (
    <>
      <PreviewBar
        base={`/studio/courses/${item.id}`}
        reader={reader}
        back="Back to the studio"
        note="The page as it will look when published. Lesson titles open their previews."
      />
      <ItemPreview key={reader} item={item} isMember={reader !== 'visitor'} />
    </>
  );
}
