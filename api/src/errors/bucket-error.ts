/** The bucket could not be reached, or refused an operation: it says nothing about the file. */
export class BucketError extends Error {}
