/** Formats a size for people: `812 bytes`, `3.4 MB`. */
export function formatBytes(byteCount: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = byteCount;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit += 1) value /= 1000;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
