/**
 * Returns a function that prints lines for the person who starts the site, to stderr. On a site in production whose output is collected,
 * each is one JSON object, like the lines of the log.
 *
 * @param {{ readonly isTTY?: boolean, write(text: string): unknown }} stream
 * @param {() => Readonly<Record<string, string | undefined>>} readSettings settings from the environment, which may change while starting
 */
export function createPrintLine(stream, readSettings) {
  return (/** @type {string} */ text, /** @type {'info' | 'error'} */ level = 'info') => {
    if (!isCollected(stream, readSettings())) return stream.write(`${text}\n`);
    return stream.write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: text })}\n`);
  };
}

/** Whether this output goes into a log: PUBLIC_URL isn't a loopback URL, as in api/src/env.ts, and nobody is watching. */
function isCollected({ isTTY }, { PUBLIC_URL: publicUrl = '' }) {
  if (isTTY === true || !URL.canParse(publicUrl)) return false;
  return !/^(?:localhost|.*\.localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(publicUrl).hostname);
}
