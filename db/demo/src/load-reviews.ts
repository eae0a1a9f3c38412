import { demoId } from './demo-id.ts';
import { insertRows, itemColumns, type LoadContext, userId } from './load-context.ts';

/** Loads learners' reviews, survey answers and the testimonials that the site chose, including those on the home page. */
export async function loadReviews(context: LoadContext): Promise<void> {
  const { content, daysAgo } = context;
  const { reviews, surveys, testimonials } = content.reviews;
  await insertRows(
    context,
    'app_public.testimonials',
    reviews.map((review) => ({
      id: demoId('review', `${review.item} ${review.user}`),
      user_id: userId(review.user),
      ...itemColumns(review.item),
      rating: review.rating,
      quote_md: review.quoteMd,
      created_at: daysAgo(review.createdDaysAgo),
      updated_at: daysAgo(review.createdDaysAgo),
    })),
  );
  await insertRows(
    context,
    'app_public.testimonials',
    testimonials.map((one) => ({
      id: demoId('testimonial', one.slug),
      slug: one.slug,
      ...itemColumns(one.item),
      rating: one.rating,
      quote_md: one.quoteMd,
      name: one.name,
      title: one.title,
      employer: one.employer,
      website_url: one.websiteUrl,
      twitter_username: one.twitterUsername,
      github_username: one.githubUsername,
      linked_in_url: one.linkedInUrl,
      created_at: daysAgo(one.createdDaysAgo),
      updated_at: daysAgo(one.createdDaysAgo),
    })),
  );
  await insertRows(
    context,
    'app_public.surveys',
    surveys.map((survey, index) => ({
      id: demoId('survey', `${survey.item} ${survey.user ?? index}`),
      user_id: survey.user === null ? null : userId(survey.user),
      ...itemColumns(survey.item),
      scale_number: survey.scaleNumber,
      review_text: survey.reviewText,
      created_at: daysAgo(survey.createdDaysAgo),
    })),
  );
  const { home } = content;
  await context.client.query('update app_public.home_pages set book_slugs = $1, course_slugs = $2, testimonial_slugs = $3', [
    home.books,
    home.courses,
    testimonials.filter(({ featured }) => featured).map(({ slug }) => slug),
  ]);
}
