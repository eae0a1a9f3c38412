declare module 'commonmark-spec' {
  const specification: { readonly tests: readonly { markdown: string; html: string; section: string; number: number }[] };
  export default specification;
}
