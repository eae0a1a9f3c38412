import { topicOfName } from '../components/topic-of-name.ts';
import { portrait } from './portrait.ts';
import { printedInks, type Topic } from './topic.ts';

/** Renders the portrait of a name as a standalone file with literal colors: those of its topic, or of another one. */
export function printedPortrait(name: string, topic: Topic = topicOfName(name)): string {
  return portrait({ name, topic, inks: printedInks(topic) }).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
}
