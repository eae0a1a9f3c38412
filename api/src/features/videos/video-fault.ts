/** Error of a file that can't be processed, with a message for the user who uploaded it. */
export class VideoFault extends Error {}

/** Error of work that ended because the server stops, or because its result isn't needed anymore. */
export class WorkEnded extends Error {}
