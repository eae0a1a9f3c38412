/** Returns the sentence about images of other sites that a text shows only as links. */
export function unfetchedImagesSentence(count: number): string {
  return count === 1
    ? 'An image is still on another site, so readers see a link instead. Save it as a file and add it to the text.'
    : `${count} images are still on other sites, so readers see links instead. Save them as files and add them to the text.`;
}
