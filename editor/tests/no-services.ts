import type { EditorServices } from '../src/services.ts';

/** Services for tests that don't need the page: every call fails the test. */
export const noServices: EditorServices = {
  uploadImage: () => Promise.reject(new Error('nothing is uploaded here')),
  lookUpEmbed: () => Promise.reject(new Error('nothing is looked up here')),
  loadRemoteCode: () => Promise.reject(new Error('nothing is loaded here')),
  isRemoteCodeUrl: () => false,
  frameFor: () => null,
  isEmbeddable: () => false,
  logFailure: (what, error) => {
    throw new Error(`unexpected failure: ${what}`, { cause: error });
  },
};
