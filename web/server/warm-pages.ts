/** Pages rendered before the first visitor comes, and again as soon as their content changes. */
export const warmPages: readonly string[] = ['/', '/courses', '/books', '/clips', '/explore-catalog'];
