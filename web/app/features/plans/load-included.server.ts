import type { RouterContextProvider } from 'react-router';
import { formatHours } from '../../shared/format-hours.ts';
import { runDocument } from '../../shared/run-document.server.ts';
import { CheckoutTitleDocument, type OfferVariables, PlansDocument } from './plans-documents.ts';

/** Returns what a plan or title includes, for its checkout: the plan’s features or else its description, or the contents of the course or book. */
export async function loadIncluded(
  context: Readonly<RouterContextProvider>,
  { planSlug, courseSlug, bookSlug, isAdvanced }: OfferVariables,
): Promise<string[]> {
  if (planSlug !== null) {
    const { products } = await runDocument(context, PlansDocument, {});
    const plan = products.nodes.find(({ plans }) => plans.nodes.some(({ slug }) => slug === planSlug));
    if (plan === undefined || plan.features.length > 0) return [...(plan?.features ?? [])];
    return plan.description === null ? [] : [plan.description];
  }
  const title = await runDocument(context, CheckoutTitleDocument, {
    courseSlug: courseSlug ?? '',
    bookSlug: bookSlug ?? '',
    isCourse: courseSlug !== null,
    isBook: courseSlug === null && bookSlug !== null,
  });
  const item = title.courseBySlug ?? title.bookBySlug;
  if (!item) return [];
  const lessons = title.courseBySlug ? ['lesson', 'lessons'] : ['chapter', 'chapters'];
  return [
    ...(item.numLessons > 0 ? [`${item.numLessons.toLocaleString('en')} ${item.numLessons === 1 ? lessons[0] : lessons[1]}`] : []),
    ...(item.videoSeconds > 0 ? [`${formatHours(item.videoSeconds)} of video`] : []),
    ...(isAdvanced ? ['The lessons of the advanced package'] : []),
    ...item.pricingFeatures,
  ];
}
