/**
 * Returns a size in the largest unit that fits.
 *
 * @example formatBytes(1_250_000) // '1.3 MB'
 */
export function formatBytes(bytes: number): string {
  const [unit, size] = units.find(([, from]) => bytes >= from) ?? smallest;
  const value = bytes / size;
  const maximumFractionDigits = unit !== 'kilobyte' && value < 10 ? 1 : 0;
  return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits }).format(bytes > 0 ? Math.max(value, 1) : 0);
}

const smallest = ['kilobyte', 1e3] as const;
const units = [['gigabyte', 1e9], ['megabyte', 1e6], smallest] as const;
