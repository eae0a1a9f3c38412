import { createHash } from 'node:crypto';
import { muxSources } from '@newline/api/features/videos/mux-settings';
import { expect, test } from 'vitest';
import { cachedPagePolicy, dynamicPagePolicy, inlineScriptHashes } from '../server/content-policy.ts';
import { securityHeaders } from '../server/security-headers.ts';

const closed = { img: [], media: [], frame: [], connect: [], isHttps: true };
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('every inline script that would run is named by its hash; data blocks and files aren’t', () => {
  const html = `<script>one()</script><script type="module" async="">two()</script><script type="application/ld+json">{}</script>
    <script src="/a.js"></script><SCRIPT type='text/javascript'>three()</SCRIPT><script></script><script>one()</script>`;
  expect(inlineScriptHashes(html)).toEqual([hashOf('one()'), hashOf('two()'), hashOf('three()')]);
});

test('scripts run only with a hash or nonce, whatever else a page can load', () => {
  const open = {
    img: ['https://image.mux.com'],
    media: ['https://stream.mux.com'],
    frame: ['https://player.example'],
    connect: [],
    isHttps: false,
  };
  for (const policy of [cachedPagePolicy([hashOf('a')], open), dynamicPagePolicy('bm9uY2U=', open)]) {
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
    expect(scripts).toMatch(/^'self' '(?:sha256-[^']+'|nonce-[^']+' 'strict-dynamic')$/);
    expect(scripts).not.toMatch(/unsafe|\*|data:|https?:/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob: https://image.mux.com");
    expect(policy).toContain('frame-src https://player.example');
  }
  expect(cachedPagePolicy([], closed)).toContain('upgrade-insecure-requests');
});

test('strict transport security is sent only over HTTPS', () => {
  expect(securityHeaders({ isHttps: true })['strict-transport-security']).toMatch(/max-age=\d{8}/);
  expect(securityHeaders({ isHttps: false })).not.toHaveProperty('strict-transport-security');
});

test('pages reach Mux and its upload storage only when Mux is configured', () => {
  expect(muxSources(null)).toEqual({ img: [], media: [], connect: [] });
  const settings = { tokenId: '', tokenSecret: '', webhookSecret: '', signingKeyId: '', signingKey: '' };
  const mux = muxSources({ ...settings, streamUrl: 'https://stream.mux.com', imageUrl: 'https://images.example.com' });
  const policy = cachedPagePolicy([], { ...closed, ...mux });
  expect(policy).toContain("img-src 'self' data: blob: https://images.example.com;");
  expect(policy).toContain("media-src 'self' blob: https://*.mux.com https://stream.mux.com https://images.example.com;");
  expect(policy).toContain("connect-src 'self' https://*.mux.com https://stream.mux.com https://storage.googleapis.com;");
  expect(cachedPagePolicy([], { ...closed, ...muxSources(null) })).not.toMatch(/mux|googleapis/);
});
