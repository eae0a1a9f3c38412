import type { Topic } from '../../.documents/graphql.ts';

/** The topics of courses, books and articles, in the order of the covers. */
export const topics = [
  'AI',
  'FRONTEND',
  'BACKEND',
  'LANGUAGES',
  'BASICS',
  'CONCEPTS',
  'ENGINEERING',
  'DESIGN',
] as const satisfies readonly Topic[];

/** Returns the label of a topic, such as 'AI' or 'Frontend'. */
export function topicLabel(topic: string): string {
  return topic === 'AI' ? topic : topic.charAt(0) + topic.slice(1).toLowerCase();
}
