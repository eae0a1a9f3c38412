import type { Feature } from '../../feature.ts';
import { createTextReader } from './text-reader.ts';
import type {} from './text-surroundings.ts';

/** Reading and deriving texts. */
export const documents: Feature = {
  name: 'documents',
  startForQueries() {
    const textReader = createTextReader();
    return { services: { textReader }, close: () => textReader.close() };
  },
};
