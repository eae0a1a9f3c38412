import type { DocumentNode } from '@newline/document/document-node';
import { deadAnchorsIn } from '@newline/document/follow-numbers';
import { unfetchedImagesIn } from '@newline/document/unfetched-images';
import { sources } from '../../../../sources.config.ts';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { unfetchedImagesSentence } from '../../shared/publish-warnings/image-warning.ts';
import { type PublishWarning, PublishWarnings } from '../../shared/publish-warnings/publish-warnings.tsx';

type Props = {
  document: DocumentNode;
  /** Called when a link to a block is followed. */
  onFollow: () => void;
};

/** Lists what to check in a text before it's published: links that lead nowhere, and images that weren't fetched. */
export function TextWarnings({ document, onFollow }: Props) {
  const { publicUrl } = usePageFacts();
  const site = { siteOrigin: new URL(publicUrl).origin, imageOrigins: sources.img };
  return <PublishWarnings warnings={[...deadLinks(document), ...unfetchedImages(document, site)]} onFollow={onFollow} />;
}

function deadLinks(document: DocumentNode): PublishWarning[] {
  const anchors = deadAnchorsIn(document);
  if (anchors.length === 0) return [];
  const subject = anchors.length === 1 ? 'A link leads nowhere' : `${anchors.length} links lead nowhere`;
  const sentence = `${subject}, because no heading or caption of this text has the anchor:`;
  return [{ id: 'links', sentence, links: [], names: anchors.map((anchor) => `#${anchor}`) }];
}

function unfetchedImages(document: DocumentNode, site: Parameters<typeof unfetchedImagesIn>[1]): PublishWarning[] {
  const images = unfetchedImagesIn(document, site);
  if (images.length === 0) return [];
  const links = images.flatMap(({ blockId, url, alt }) => (blockId === null ? [] : [{ to: `#b-${blockId}`, label: alt || url }]));
  return [{ id: 'images', sentence: unfetchedImagesSentence(images.length), links }];
}
