/** What an upload may be; docs/operating.md and the API's documentation tell people. The database counts the quota. */
export const uploadLimits = {
  fileBytes: 10_000_000,
  pixels: 40_000_000,
  frames: 300,
  /** How long a browser may take to send one. */
  receiveMs: 5 * 60_000,
  /** CPU time to decode and encode one. */
  encodeCpuMs: 30_000,
} as const;
