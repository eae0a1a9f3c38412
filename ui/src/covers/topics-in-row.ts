import { topicOfName } from '../components/topic-of-name.ts';
import { FIGURES_OF_TOPIC, type Topic } from './topic.ts';

const topics = Object.keys(FIGURES_OF_TOPIC) as Topic[];

/** How many portraits next to each other have different colors. */
const apart = 4;

/** Returns the topics of users who are shown in a row: each their own, unless someone near has its colors already. */
export function topicsInRow(names: readonly string[]): Topic[] {
  const chosen: Topic[] = [];
  for (const name of names) {
    const near = new Set(chosen.slice(1 - apart));
    const first = topics.indexOf(topicOfName(name));
    const order = [...topics.slice(first), ...topics.slice(0, first)];
    chosen.push(order.find((topic) => !near.has(topic)) ?? topicOfName(name));
  }
  return chosen;
}
