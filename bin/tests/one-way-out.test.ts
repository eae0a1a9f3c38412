import { expect, test } from 'vitest';
import { findWayOut } from '../lint/one-way-out.mjs';
import { lintFile } from './lint-file.ts';

test.each([
  ['api/src/outbound.ts', 'undici'],
  ['api/src/outbound/public-address.ts', 'node:net'],
  ['web/server/front.ts', 'node:http'],
  ['api/src/features/mail/send-mail.ts', 'nodemailer'],
  ['api/src/features/embeds/create-embeds.ts', '../../outbound.ts'],
  ['api/tests/outbound/canary.ts', 'node:net'],
  ['web/app/shared/request-document.ts', 'node:http'],
])('%s may import %s', (file, source) => {
  expect(findWayOut(file, source)).toBeNull();
});

test.each([
  ['api/src/features/embeds/create-embeds.ts', 'undici'],
  ['api/src/features/remote-code/github-api.ts', 'node:https'],
  ['api/src/features/attachments/attachments.ts', 'http'],
  ['api/src/features/outbound.ts', 'node:net'],
  ['api/src/create-api.ts', 'node:dns/promises'],
  ['web/server/pages.ts', 'node:tls'],
  ['web/app/features/item/load-item.server.ts', 'node:http2'],
])('%s may not import %s', (file, source) => {
  expect(findWayOut(file, source)).toMatch(/through api\/src\/outbound\.ts/);
});

test('importing a type is accepted', () => {
  expect(findWayOut('api/src/features/accounts/viewer-of.ts', 'node:http', true)).toBeNull();
});

test('oxlint reports each way around the fetcher', () => {
  const lines = [
    "import type { IncomingMessage } from 'node:http';",
    "import { request } from 'undici';",
    "export const a = () => fetch('https://example.com');",
    "export const b = () => globalThis.fetch('https://example.com');",
    "export const c = () => new WebSocket('wss://example.com');",
    "export const d = () => import('node:net');",
    'export const e = (message: IncomingMessage) => request(message.url);',
  ];
  const { status, stdout } = lintFile('api/src/features/embeds/way-around.ts', lines);
  expect(stdout.match(/may not (?:import|call) [\w:.]+/g)?.toSorted()).toEqual([
    'may not call WebSocket.',
    'may not call fetch.',
    'may not call fetch.',
    'may not import node:net.',
    'may not import undici.',
  ]);
  expect(status).toBe(1);
});
