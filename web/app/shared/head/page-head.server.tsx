import { requestContext } from '@newline/api/request-context';
import type { RouterContextProvider } from 'react-router';
import { site } from '@newline/api/rules/site/site';
import { jsonLd } from '../json-ld.ts';
import { shortDescription } from './description.ts';
import { organizationOf } from './organization.ts';
import { shareAddress } from './share-address.server.ts';
import { bylineOf, type ShareText } from './share-text.ts';

/** The metadata of a page for search engines, link previews and feed readers, besides its title and description. */
export type PageHead = {
  /** The canonical path on this site. */
  readonly path: string;
  /** The URL where it was published first, if that is on another site. */
  readonly canonicalUrl?: string | null;
  readonly title: string;
  readonly description: string;
  readonly type?: 'website' | 'article' | 'profile' | 'book' | 'video.other';
  /** The text of its link preview image; null for a page that only its authors see. */
  readonly share: ShareText | null;
  /** More OpenGraph properties, such as article:published_time. */
  readonly more?: readonly (readonly [property: string, content: string])[];
  readonly authors?: readonly string[];
  /** Structured data (schema.org), each object with its own context. */
  readonly data?: readonly object[];
  /** The feed that this page belongs to. */
  readonly feed?: { readonly kind: string; readonly title: string };
  /** True when /oembed supports this page. */
  readonly hasOembed?: boolean;
};

const key = 'head';

/** Stores a page's metadata until the head is rendered. Data requests of client-side navigation have no head. */
export function describePage(context: Readonly<RouterContextProvider>, head: PageHead): void {
  const { isDocument, handedOver } = context.get(requestContext);
  if (isDocument) handedOver.set(key, head);
}

/**
 * The end of the document's head. It's only rendered on the server, for programs that read the response. Client-side navigation removes it,
 * because it describes the first page.
 */
export function ServerHead({ handedOver, publicUrl }: { handedOver: ReadonlyMap<string, unknown>; publicUrl: string }) {
  const head = handedOver.get(key) as PageHead | undefined;
  return (
    <>
      {head && <HeadTags head={head} publicUrl={publicUrl} />}
      <script id="organization" type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(organizationOf(publicUrl)) }} />
      {head?.data?.map((data, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rendered once, never reordered
        <script key={index} data-head="" type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(data) }} />
      ))}
    </>
  );
}

function HeadTags({ head, publicUrl }: { head: PageHead; publicUrl: string }) {
  const { path, title, description, type = 'website', share, more = [], authors = [], feed, hasOembed = false } = head;
  const url = `${publicUrl}${path}`;
  const image = share === null ? null : `${publicUrl}${shareAddress(path.split('?', 1)[0] ?? path, share)}`;
  const alt = share === null ? '' : [share.title, bylineOf(share)].filter(Boolean).join('. ');
  const properties: (readonly [string, string])[] = [
    ['og:type', type],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', shortDescription(description)],
    ['og:url', url],
    ...(image === null
      ? []
      : ([
          ['og:image', image],
          ['og:image:type', 'image/png'],
          ['og:image:width', '1200'],
          ['og:image:height', '630'],
          ['og:image:alt', alt],
        ] as const)),
    ...more,
  ];
  const names: (readonly [string, string])[] = [
    ...authors.map((name) => ['author', name] as const),
    ['twitter:card', image === null ? 'summary' : 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', shortDescription(description)],
    ...(image === null ? [] : ([['twitter:image', image]] as const)),
  ];
  return (
    <>
      <link data-head="" rel="canonical" href={head.canonicalUrl ?? url} />
      {properties.map(([property, content]) => (
        <meta key={`${property} ${content}`} data-head="" property={property} content={content} />
      ))}
      {names.map(([name, content]) => (
        <meta key={`${name} ${content}`} data-head="" name={name} content={content} />
      ))}
      {feed && <link data-head="" rel="alternate" type="application/atom+xml" title={feed.title} href={`/feeds/${feed.kind}.atom`} />}
      {hasOembed && (
        <link
          data-head=""
          rel="alternate"
          type="application/json+oembed"
          title={title}
          href={`${publicUrl}/oembed?url=${encodeURIComponent(url)}`}
        />
      )}
    </>
  );
}
