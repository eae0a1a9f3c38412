/** Turns 'expected a slug' into a sentence, because it's shown alone next to its field. */
export function faultSentence(fault: string): string {
  const sentence = fault.charAt(0).toUpperCase() + fault.slice(1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
