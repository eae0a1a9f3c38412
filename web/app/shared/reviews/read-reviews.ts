import { plainQuote } from './quote.ts';
import { readQuote } from './read-quote.ts';
import type { ReviewFacts } from './review-facts.ts';
import { type ReviewPage, reviewsOfPage } from './review-list.ts';
import type { ReviewNode } from './review-nodes.ts';

/** Converts a page of reviews, requested with one more than it shows. It imports the Markdown parser, so pages load it lazily. */
export function reviewPageOf(nodes: readonly ReviewNode[]): ReviewPage {
  const reviews = nodes.slice(0, reviewsOfPage).map(factsOf);
  return { reviews, next: nodes.length > reviewsOfPage ? (reviews.at(-1)?.id ?? null) : null };
}

function factsOf(node: ReviewNode): ReviewFacts {
  return {
    id: node.id,
    rating: node.rating,
    quote: node.isSurvey ? plainQuote(node.text) : readQuote(node.text),
    name: node.name ?? 'A reader',
    username: node.username,
    imageUrl: node.profileImageUrl,
    title: node.title,
    employer: node.employer,
    links: linksOf(node),
    isFinished: node.isFinished,
    createdAt: node.createdAt,
    answer: node.answerMd === null ? null : { name: node.answererName, quote: readQuote(node.answerMd), markdown: node.answerMd },
    isAnswerable: !node.isSurvey && node.userId !== null,
  };
}

function linksOf(node: Pick<ReviewNode, 'websiteUrl' | 'twitterUsername' | 'githubUsername' | 'linkedInUrl'>): ReviewFacts['links'] {
  return [
    { label: 'Website', href: node.websiteUrl },
    { label: 'Twitter', href: node.twitterUsername && `https://twitter.com/${node.twitterUsername}` },
    { label: 'GitHub', href: node.githubUsername && `https://github.com/${node.githubUsername}` },
    { label: 'LinkedIn', href: node.linkedInUrl },
  ].flatMap(({ label, href }) => (href ? [{ label, href }] : []));
}
