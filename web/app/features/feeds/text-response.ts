/** Creates a response with a file for programs, in UTF-8. */
export function textResponse(type: 'application/xml' | 'application/atom+xml' | 'text/plain', text: string): Response {
  return new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
}
