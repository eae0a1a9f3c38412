import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';

/** An upload of the fake. */
export type FakeUpload = {
  id: string;
  status: 'waiting' | 'asset_created' | 'errored' | 'cancelled' | 'timed_out';
  cors_origin: string;
  timeout: number;
  url: string;
  asset_id?: string;
  error?: { type: string; message: string };
  new_asset_settings: { playback_policies?: string[]; passthrough?: string };
  bytes: Buffer;
};
/** A video of the fake. */
export type FakeAsset = {
  id: string;
  status: 'preparing' | 'ready' | 'errored';
  upload_id: string;
  passthrough?: string;
  duration?: number;
  playback_ids: { id: string; policy: string }[];
  tracks: { type: string; max_width?: number; max_height?: number }[];
  progress?: { state: string; progress: number };
  errors?: { type: string; messages: string[] };
};
/** A file that it serves. */
export type FakeFile = { type: string; body: Buffer };

/**
 * A fake of Mux on loopback, by its documentation: uploads and videos (basic auth), the resumable upload URL for browsers (308 and Range,
 * CORS for one origin), signed webhooks, and streams and images with tokens (RS256, `aud` v, t, s).
 */
export type FakeMux = {
  /** `address:port`, for FETCH_TEST_MAP. */
  readonly target: string;
  /** Origin of uploads, streams and images. */
  readonly origin: string;
  readonly uploads: Map<string, FakeUpload>;
  readonly assets: Map<string, FakeAsset>;
  /** All requests to the API, as 'POST /video/v1/uploads'. */
  readonly requests: string[];
  /** Content-Range of all chunks, and the responses. */
  readonly chunks: string[];
  /** A status that the API responds with instead; null resets it. */
  trouble: number | null;
  /** Fails (503) in the middle of the next chunk, once this many bytes of it are stored. */
  breakAfter: number | null;
  /** The response of a stream's URL, and the files in its playlist. */
  stream: FakeFile;
  readonly files: Map<string, FakeFile>;
  /** Makes the video of an upload ready, or sets its error. */
  settle(uploadId: string, outcome?: Partial<FakeAsset>): FakeAsset;
  /** Called with each webhook; without it, they are lost. */
  onMessage: ((body: string, signature: string) => Promise<unknown>) | null;
  /** Sends a signed event. */
  tell(type: string, data: object, options?: { readonly secret?: string; readonly at?: number }): Promise<unknown>;
  stop(): Promise<void>;
};

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = keys.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();

/** The settings of a site that uses it; the private key is in base64, as Mux shows it. */
export const muxKeys = {
  tokenId: 'token-id-canary',
  tokenSecret: 'token-secret-canary',
  webhookSecret: 'webhook-secret-canary',
  signingKeyId: 'signingKeyCanary',
  signingKey: pem,
  signingKeyBase64: Buffer.from(pem).toString('base64'),
};

const step = 256 * 1024;

export async function startFakeMux(): Promise<FakeMux> {
  const authorization = `Basic ${Buffer.from(`${muxKeys.tokenId}:${muxKeys.tokenSecret}`).toString('base64')}`;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${target}`;
  const newId = () => randomBytes(18).toString('hex');
  const shown = (upload: FakeUpload) => Object.fromEntries(Object.entries(upload).filter(([name]) => name !== 'bytes'));

  const json = (response: ServerResponse, status: number, data?: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(data ? JSON.stringify({ data }) : '{"error":{"type":"not_found"}}');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname.startsWith('/video/v1/')) return answerApi(request, response, url);
    if (url.pathname.startsWith('/upload/')) return answerChunk(request, response, url);
    return answerMedia(response, url);
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { method = 'GET' } = request;
    fake.requests.push(`${method} ${url.pathname}`);
    const body = await bodyOf(request);
    if (fake.trouble !== null) return void json(response, fake.trouble);
    if (request.headers.authorization !== authorization) return void json(response, 401);
    const [, , , resource, id = '', perform] = url.pathname.split('/');
    if (method === 'POST' && resource === 'uploads') {
      const input = JSON.parse(body.toString()) as Pick<FakeUpload, 'cors_origin' | 'timeout' | 'new_asset_settings'>;
      const newAssetId = newId();
      const upload: FakeUpload = {
        id: newAssetId,
        status: 'waiting',
        url: `${origin}/upload/${newAssetId}`,
        ...input,
        bytes: Buffer.alloc(0),
      };
      fake.uploads.set(newAssetId, upload);
      return void json(response, 201, shown(upload));
    }
    if (method === 'GET' && resource === 'assets' && id === '') return void json(response, 200, []);
    if (resource === 'uploads') {
      const upload = fake.uploads.get(id);
      if (!upload) return void json(response, 404);
      if (perform === 'cancel') {
        if (method !== 'PUT' || upload.status !== 'waiting') return void json(response, 403);
        upload.status = 'cancelled';
      }
      return void json(response, 200, shown(upload));
    }
    const asset = fake.assets.get(id);
    if (!asset) return void json(response, 404);
    if (method !== 'DELETE') return void json(response, 200, asset);
    fake.assets.delete(id);
    response.writeHead(204).end();
    await fake.tell('video.asset.deleted', asset);
  }

  async function answerChunk(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const upload = fake.uploads.get(url.pathname.split('/')[2] ?? '');
    const allowed = upload?.cors_origin === request.headers.origin || request.headers.origin === undefined;
    const cors: Record<string, string> = allowed
      ? { 'access-control-allow-origin': request.headers.origin ?? '*', 'access-control-expose-headers': 'Range', vary: 'Origin' }
      : {};
    if (request.method === 'OPTIONS')
      return void response
        .writeHead(204, { ...cors, 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': 'content-range, content-type' })
        .end();
    const range = request.headers['content-range'] ?? '';
    const chunk = await bodyOf(request);
    const [, first, last, total] = /^bytes (?:\*|(\d+)-(\d+))\/(\d+)$/.exec(range) ?? [];
    const say = (status: number, headers: Record<string, string> = {}) => {
      fake.chunks.push(`${range}: ${status}`);
      response.writeHead(status, { ...cors, ...headers }).end();
    };
    if (!upload || upload.status === 'cancelled' || upload.status === 'timed_out') return say(410);
    if (request.method !== 'PUT' || total === undefined) return say(400);
    if (first !== undefined) {
      const isLast = Number(last) + 1 === Number(total);
      if (Number(first) > upload.bytes.length || chunk.length !== Number(last) - Number(first) + 1) return say(400);
      if (!isLast && chunk.length % step !== 0) return say(400);
      if (fake.breakAfter !== null) {
        upload.bytes = Buffer.concat([upload.bytes.subarray(0, Number(first)), chunk.subarray(0, fake.breakAfter)]);
        fake.breakAfter = null;
        return say(503);
      }
      upload.bytes = Buffer.concat([upload.bytes.subarray(0, Number(first)), chunk]);
    }
    if (upload.bytes.length < Number(total))
      return say(308, upload.bytes.length > 0 ? { range: `bytes=0-${upload.bytes.length - 1}` } : {});
    say(200);
    if (upload.status !== 'waiting') return;
    makeAsset(upload);
    await fake.tell('video.upload.asset_created', shown(upload));
  }

  function makeAsset(upload: FakeUpload): FakeAsset {
    const { passthrough, playback_policies: policies = [] } = upload.new_asset_settings;
    const asset: FakeAsset = {
      id: newId(),
      status: 'preparing',
      upload_id: upload.id,
      ...(passthrough !== undefined && { passthrough }),
      playback_ids: policies.map((policy) => ({ id: newId(), policy })),
      tracks: [],
      progress: { state: 'transcoding', progress: 40 },
    };
    fake.assets.set(asset.id, asset);
    upload.status = 'asset_created';
    upload.asset_id = asset.id;
    return asset;
  }

  async function answerMedia(response: ServerResponse, url: URL): Promise<void> {
    const cors = { 'access-control-allow-origin': '*' };
    const file = fake.files.get(url.pathname.slice(1));
    if (file) return void response.writeHead(200, { ...cors, 'content-type': file.type }).end(file.body);
    const [, id = '', part] = /^\/([0-9a-f]{36})(\.m3u8|\/thumbnail\.webp|\/storyboard\.vtt)$/.exec(url.pathname) ?? [];
    const isKnown = [...fake.assets.values()].some(
      ({ status, playback_ids: ids }) => status === 'ready' && ids.some((each) => each.id === id && each.policy === 'signed'),
    );
    if (!isKnown || part === undefined) return void response.writeHead(404, cors).end();
    const audience = part === '.m3u8' ? 'v' : part === '/thumbnail.webp' ? 't' : 's';
    try {
      const { protectedHeader } = await jwtVerify(url.searchParams.get('token') ?? '', keys.publicKey, {
        algorithms: ['RS256'],
        audience,
        subject: id,
        requiredClaims: ['exp'],
      });
      if (protectedHeader.kid !== muxKeys.signingKeyId) throw new Error('Expected our key');
      // Mux accepts no parameters next to a token.
      if ([...url.searchParams.keys()].some((name) => name !== 'token')) throw new Error('Expected a token alone');
    } catch {
      return void response.writeHead(403, cors).end();
    }
    const input: FakeFile =
      part === '.m3u8'
        ? fake.stream
        : part === '/thumbnail.webp'
          ? { type: 'image/webp', body: image }
          : { type: 'text/vtt', body: Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\nstoryboard.webp#xywh=0,0,160,90\n') };
    return void response.writeHead(200, { ...cors, 'content-type': input.type }).end(input.body);
  }

  const fake: FakeMux = {
    target,
    origin,
    uploads: new Map(),
    assets: new Map(),
    requests: [],
    chunks: [],
    trouble: null,
    breakAfter: null,
    stream: { type: 'application/vnd.apple.mpegurl', body: Buffer.from('#EXTM3U\n#EXT-X-ENDLIST\n') },
    files: new Map(),
    settle(uploadId, outcome = {}) {
      const upload = fake.uploads.get(uploadId);
      if (!upload) throw new Error(`Fake Mux: expected an upload ${uploadId}, got none`);
      const asset = fake.assets.get(upload.asset_id ?? '') ?? makeAsset(upload);
      const ready: Partial<FakeAsset> = {
        status: 'ready',
        duration: 13.2,
        tracks: [{ type: 'video', max_width: 1280, max_height: 720 }, { type: 'audio' }],
      };
      return Object.assign(asset, ready, outcome);
    },
    onMessage: null,
    async tell(type, data, { secret = muxKeys.webhookSecret, at = Date.now() } = {}) {
      const body = JSON.stringify({ type, id: newId(), data, attempts: [], request_id: null });
      const time = Math.floor(at / 1000);
      const signature = `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
      return fake.onMessage?.(body, signature);
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

/** One gray pixel. */
const image = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
