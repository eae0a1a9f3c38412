/** 'expected a slug' as a sentence: it stands alone beside its field. */
export function faultSentence(fault: string): string {
  const words = fault.charAt(0).toUpperCase() + fault.slice(1);
  return words.endsWith('.') ? words : `${words}.`;
}
