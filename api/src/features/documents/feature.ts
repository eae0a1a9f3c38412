import type { Feature } from '../../feature.ts';
import { createTextReader } from './text-reader.ts';
import type {} from './text-surroundings.ts';

/** Reads texts and converts them into what is stored. */
export const documents: Feature = {
  name: 'documents',
  startForQueries() {
    const textReader = createTextReader();
    return { services: { textReader }, close: () => textReader.close() };
  },
};
