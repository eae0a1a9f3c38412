import { plainQuote } from './quote.ts';
import { readQuote } from './read-quote.ts';
import type { ReviewFacts } from './review-facts.ts';
import type { ReviewerNode, SurveyNode, TestimonialNode } from './review-nodes.ts';

/** Converts a testimonial for its card. Its Markdown is parsed here, so that no page includes the parser. */
function testimonialFacts(node: TestimonialNode): ReviewFacts {
  const { user } = node;
  return {
    id: node.id,
    rating: node.rating,
    quote: readQuote(node.quoteMd),
    ...personFacts(user),
    ...(user === null && {
      name: node.name ?? 'A reader',
      imageUrl: node.profileImageUrl,
      title: node.title,
      employer: node.employer,
      links: linksOf(node),
    }),
    isFinished: node.isFinished ?? false,
    createdAt: node.createdAt,
    answer:
      node.answerMd === null
        ? null
        : { name: node.answerer?.displayName ?? null, quote: readQuote(node.answerMd), markdown: node.answerMd },
    isAnswerable: user !== null,
  };
}

/** Converts a survey response for the same card: scaleNumber is its stars, reviewText its text. */
function surveyFacts(node: SurveyNode): ReviewFacts {
  return {
    id: node.id,
    rating: node.scaleNumber,
    quote: plainQuote(node.reviewText ?? ''),
    ...personFacts(node.user),
    isFinished: false,
    createdAt: node.createdAt,
    answer: null,
    isAnswerable: false,
  };
}

/** Returns the testimonials and the survey responses with text, newest first. */
export function reviewsOf(testimonials: readonly TestimonialNode[], surveys: readonly SurveyNode[]): ReviewFacts[] {
  const written = surveys.filter(({ reviewText }) => (reviewText ?? '').trim() !== '').map(surveyFacts);
  return [...testimonials.map(testimonialFacts), ...written].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function personFacts(user: ReviewerNode | null) {
  return {
    name: user?.displayName ?? 'A reader',
    username: user?.username ?? null,
    imageUrl: user?.profileImageUrl ?? null,
    title: user?.employmentTitle ?? null,
    employer: user?.employerName ?? null,
    links: user === null ? [] : linksOf(user),
  };
}

function linksOf(user: Pick<ReviewerNode, 'websiteUrl' | 'twitterUsername' | 'githubUsername' | 'linkedInUrl'>): ReviewFacts['links'] {
  return [
    { label: 'Website', href: user.websiteUrl },
    { label: 'Twitter', href: user.twitterUsername && `https://twitter.com/${user.twitterUsername}` },
    { label: 'GitHub', href: user.githubUsername && `https://github.com/${user.githubUsername}` },
    { label: 'LinkedIn', href: user.linkedInUrl },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []));
}
