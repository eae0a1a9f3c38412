import { topicOfName } from '../components/topic-of-name.ts';
import { portrait } from './portrait.ts';
import { printedInks } from './topic.ts';

/** Renders the portrait of a name as a standalone file with literal colors. */
export function printedPortrait(name: string): string {
  const topic = topicOfName(name);
  return portrait({ name, topic, inks: printedInks(topic) }).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
}
