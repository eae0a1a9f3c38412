const amount = String.raw`\d[\d.,]*\s*(?:k|million|thousand)?`;
const counted =
  'hours|minutes|students|learners|readers|subscribers|developers|people|teams|companies|authors|courses|books|titles|lessons|articles|reviews|ratings|stars';

/** Sentences that say something about the site which only its owner can know, such as its numbers or what it promises. */
const claims: readonly RegExp[] = [
  // '500+ hours', '12k learners', '4.8 stars', '98%'
  new RegExp(String.raw`\b(?!0\b)${amount}\+?\s*(?:${counted})\b`, 'giu'),
  new RegExp(String.raw`\b${amount}\s*\+`, 'gu'),
  /\b\d[\d.,]*\s*%/gu,
  /\b(?:trusted|loved|used|read) by\b/giu,
  /\b(?:every|each|on|most) (?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|days?|weeks?|months?)\b/giu,
  /\bwithin (?:\w+ )?(?:hours?|days?|weeks?)\b/giu,
  /\bmoney[- ]back\b|\bguarantee/giu,
];

/** Finds claims in the text of a page's main part. */
export function claimsOf(html: string): string[] {
  const main = /<main\b.*<\/main>/su.exec(html)?.[0] ?? html;
  const text = main
    .replace(/<(script|style)\b.*?<\/\1>/gsu, ' ')
    // Line numbers.
    .replace(/<[^>]+aria-hidden="true"[^>]*>\d+</gu, '<')
    .replace(/<[^>]+>/gu, ' ')
    .replace(/&#x27;|&rsquo;/gu, '’')
    .replace(/\s+/gu, ' ');
  return claims.flatMap((claim) => [...text.matchAll(claim)].map(([words]) => words));
}

/** Finds links and images of a page on other sites, and its email addresses. */
export function elsewhereOf(html: string, origin: string): string[] {
  return [...html.matchAll(/\s(?:href|src|action|content)="((?:https?:|mailto:|\/\/)[^"]*)"/gu)]
    .map(([, url = '']) => url)
    .filter((url) => !url.startsWith(`${origin}/`) && url !== origin);
}
