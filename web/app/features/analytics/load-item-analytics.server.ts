import { isId } from '@newline/api/rules/is-id';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { ApiError } from '../../shared/graphql-document.ts';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { type ItemAnalytics, ItemAnalyticsDocument, type VideoAnalytics, VideoAnalyticsDocument } from './analytics-documents.ts';
import { type Period, readPeriod } from './period.ts';

/** What the page of an item and its CSV show. */
export type LoadedAnalytics = {
  kind: 'courses' | 'books';
  id: string;
  analytics: ItemAnalytics;
  video: VideoAnalytics | null;
  period: Period;
};

/** Loads the figures that an address names: `days`, and with `lesson` one video. A visitor is sent to sign in; what is not theirs is not found. */
export async function loadItemAnalytics(
  context: Readonly<RouterContextProvider>,
  params: { kind: string; id: string },
  url: URL,
): Promise<LoadedAnalytics> {
  const { pathname, search, searchParams } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname + search)}`);
  const { kind, id } = params;
  if ((kind !== 'courses' && kind !== 'books') || !isId(id)) throw data(null, { status: 404 });
  const period = readPeriod(searchParams);
  try {
    const { itemFigures: analytics } = await runDocument(context, ItemAnalyticsDocument, {
      courseId: kind === 'courses' ? id : null,
      bookId: kind === 'books' ? id : null,
      days: period.days,
    });
    if (!analytics) throw data(null, { status: 404 });
    const videos = analytics.lessons.filter(({ videoSeconds }) => videoSeconds !== null);
    const chosen = videos.find(({ slug }) => slug === searchParams.get('lesson')) ?? videos[0];
    const video = chosen
      ? (await runDocument(context, VideoAnalyticsDocument, { lessonId: chosen.lessonId, days: period.days })).videoFigures
      : null;
    return { kind, id, analytics, video, period };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') throw data(null, { status: 404 });
    throw error;
  }
}
