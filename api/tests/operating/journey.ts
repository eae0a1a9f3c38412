// What people do on a site that was installed with the commands of docs/operating.md. It runs on that machine: `node journey.ts <part>`.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { multipartBody } from '../attachments/multipart-body.ts';
import { square } from '../attachments/test-images.ts';
import { Browser } from '../browser.ts';

const publicUrl = 'https://learn.example.com';
const folder = '/run/journey';
const memory = join(folder, 'memory.json');
const password = 'a long enough password';

/** What the first part created. */
type Memory = { email: string; articleId: string; slug: string; comments: number; imagePath: string; playlistPath: string };

const parts: Readonly<Record<string, () => Promise<void>>> = {
  use: async () => {
    const admin = new Browser(publicUrl, publicUrl);
    await until('the site answers', async () => (await admin.get('/readyz')).status === 200);
    await eachProcessAnswers();
    require('plain http redirects to https', (await new Browser('http://learn.example.com', publicUrl).get('/')).status === 308);
    const home = await admin.get('/');
    require('the home page is complete and secure', home.status === 200 && home.headers.has('strict-transport-security'));

    const link = readFileSync('/var/lib/newline/first-administrator.txt', 'utf8').trim();
    const token = new URL(link).searchParams.get('token') ?? '';
    const person = new URLSearchParams({ token, name: 'An Administrator', email: 'admin@example.com', password });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await admin.post('/api/first-admin', person.toString(), form);
    require('the link makes an administrator', (await admin.graphql<{ isAdmin: boolean }>('{ isAdmin }')).data?.isAdmin === true);
    const created = await admin.graphql<{ createArticle: { article: { id: string; slug: string } } }>(
      'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { article { id slug } } }',
      { input: { title: 'Two processes', bodyMarkdown: 'A text about *two* processes.' } },
    );
    const article = created.data?.createArticle.article;
    if (article === undefined) throw new Error(`no article: ${JSON.stringify(created)}`);
    const published = await admin.graphql(
      'mutation ($input: PublishArticleInput!) { publishArticle(input: $input) { article { status } } }',
      { input: { id: article.id, version: 1 } },
    );
    require('an article is published', published.errors === undefined, JSON.stringify(published));

    const learner = new Browser(publicUrl, publicUrl);
    const email = 'learner@example.com';
    const signUp = await learner.post('/api/auth/sign-up/email', { email, password, name: 'A Learner', callbackURL: '/' });
    require('someone signs up', signUp.status === 200, signUp.text);
    await learner.press(await linkInMail(email));
    require('the emailed link signs them in', (await viewerOf(learner)) !== null);
    await comment(learner, article.id, 'The first comment.');
    await until('both processes show it', async () => {
      const pages = await Promise.all([3000, 3001].map((port) => commentsOf(article.id, `http://127.0.0.1:${port}`)));
      return pages.every((count) => count === 1);
    });
    const imagePath = await uploadImage(learner);
    const playlistPath = await uploadVideo(admin);
    await buy(admin, learner);
    const { slug } = article;
    const made: Memory = { email, articleId: article.id, slug, comments: 1, imagePath, playlistPath };
    await filesAnswer(made);
    writeFileSync(memory, JSON.stringify(made));
  },
  change: async () => {
    const { email, articleId } = remember();
    await comment(await signIn(email), articleId, 'A comment after the backup.');
    require('there are two comments', (await commentsOf(articleId)) === 2);
    for (const name of ['uploads', 'media']) rmSync(join('/var/lib/newline', name), { recursive: true });
  },
  restored: async () => {
    const made = remember();
    const { email, articleId, slug, comments } = made;
    const visitor = new Browser(publicUrl, publicUrl);
    await until('the site answers again', async () => (await visitor.get('/readyz')).status === 200);
    require('the comment after the backup is gone, and the earlier one is there', (await commentsOf(articleId)) === comments);
    require('the article is there', (await visitor.get(`/articles/${slug}`)).text.includes('processes'));
    const learner = await signIn(email);
    require('they still have what they bought', await isPro(learner));
    await filesAnswer(made);
  },
  pooled: async () => {
    const { email, articleId, comments } = remember();
    await eachProcessAnswers();
    await signIn(email);
    require('its content is there', (await commentsOf(articleId)) === comments);
    const pools = run('runuser', ['-u', 'postgres', '--', 'psql', '-p', '6432', '-U', 'pgbouncer', '-At', '-c', 'show pools', 'pgbouncer']);
    require('requests go through pgbouncer', /^newline\|newline_app\|[1-9]/m.test(pools), pools);
  },
  upgraded: async () => {
    const { articleId, comments } = remember();
    await eachProcessAnswers();
    require('its content is there', (await commentsOf(articleId)) === comments);
  },
};

const part = parts[process.argv[2] ?? ''];
if (part === undefined) throw new Error(`The parts are ${Object.keys(parts).join(', ')}.`);
await part();

function remember(): Memory {
  return JSON.parse(readFileSync(memory, 'utf8')) as Memory;
}

function require(what: string, isTrue: boolean, detail = ''): void {
  if (!isTrue) throw new Error(`Expected: ${what}. ${detail}`);
  process.stdout.write(`passed: ${what}\n`);
}

/** Waits at most two minutes: the first start of two processes migrates. */
async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000;
  let last: unknown;
  while (performance.now() < end) {
    try {
      if (await check()) return require(what, true);
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  require(what, false, String(last));
}

/** Runs a program of the machine, and returns what it prints. */
function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

async function eachProcessAnswers(): Promise<void> {
  await until('each process answers', async () => {
    const answers = await Promise.all([3000, 3001].map((port) => fetch(`http://127.0.0.1:${port}/readyz`)));
    return answers.every(({ status }) => status === 200);
  });
}

/** Runs a GraphQL operation that must succeed. */
async function perform<TData>(what: string, browser: Browser, operation: string, variables: Record<string, unknown> = {}): Promise<TData> {
  const { data, errors } = await browser.graphql<TData>(operation, variables);
  require(what, errors === undefined && data != null, JSON.stringify(errors));
  return data as TData;
}

/** Uploads an image to a comment; returns its path. */
async function uploadImage(browser: Browser): Promise<string> {
  const query =
    'mutation ($attachment: NewAttachmentInput!) { createAttachment(input: { attachment: $attachment }) { attachment { imageUrl } } }';
  const bytes = new Uint8Array(await square(64).png().toBuffer());
  const { body, contentType } = multipartBody([
    { name: 'operations', bytes: JSON.stringify({ query, variables: { attachment: { file: null } } }) },
    { name: 'map', bytes: '{"0":["variables.attachment.file"]}' },
    { name: '0', fileName: 'square.png', type: 'image/png', bytes },
  ]);
  const answer = await fetch(`${publicUrl}/graphql`, {
    method: 'POST',
    headers: { origin: publicUrl, 'sec-fetch-site': 'same-origin', cookie: browser.cookieHeader, 'content-type': contentType },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  const path = /"imageUrl":"(?:https:\/\/learn\.example\.com)?(\/[^"]+)"/.exec(text)?.[1] ?? '';
  require('someone uploads an image', path !== '', text);
  return path;
}

/** Uploads a video to a published clip, as the studio does; returns the path of its playlist. */
async function uploadVideo(admin: Browser): Promise<string> {
  const { createCourse } = await perform<{ createCourse: { course: { id: string } } }>(
    'an administrator creates a course',
    admin,
    'mutation { createCourse(input: { title: "A course" }) { course { id } } }',
  );
  const { createClip } = await perform<{ createClip: { clip: { id: string } } }>(
    'an administrator creates a clip',
    admin,
    'mutation ($courseId: UUID!) { createClip(input: { title: "A clip", courseId: $courseId }) { clip { id } } }',
    { courseId: createCourse.course.id },
  );
  const file = '/tmp/talk.mp4';
  const imageInput = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=12:duration=2'];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
  run('ffmpeg', ['-v', 'error', '-y', ...imageInput, ...sound, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', file]);
  const body = new Uint8Array(readFileSync(file));
  const { startVideo } = await perform<{ startVideo: { uploadUrl: string; video: { playbackId: string } } }>(
    'an upload of a video starts',
    admin,
    'mutation ($input: StartVideoInput!) { startVideo(input: $input) { uploadUrl video { playbackId } } }',
    { input: { name: 'talk.mp4', byteCount: body.length, clipId: createClip.clip.id } },
  );
  const sent = await fetch(`${publicUrl}${startVideo.uploadUrl}`, {
    method: 'PATCH',
    headers: {
      origin: publicUrl,
      'sec-fetch-site': 'same-origin',
      cookie: admin.cookieHeader,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body,
  });
  require('the video is sent', sent.status === 204, `${sent.status} ${await sent.text()}`);
  const { playbackId } = startVideo.video;
  let playlistPath = '';
  await until('the video can be played', async () => {
    const { data } = await admin.graphql<{
      videoByPlaybackId: { status: string; reason: string | null; videoUrl: string | null; pass: string | null };
    }>('query ($id: String!) { videoByPlaybackId(playbackId: $id) { status reason videoUrl pass } }', { id: playbackId });
    const video = data?.videoByPlaybackId;
    if (video?.status !== 'READY') throw new Error(JSON.stringify(video));
    playlistPath = `/media/s/${video.pass}/${playbackId}/master.m3u8`;
    return true;
  });
  return playlistPath;
}

/** Sells a subscription, with the fake of Stripe that answers as api.stripe.com on this machine. */
async function buy(admin: Browser, learner: Browser): Promise<void> {
  await perform(
    'an administrator offers a plan',
    admin,
    `mutation { saveProduct(input: {
      changes: { name: "Pro", kind: PRO, features: [] }
      prices: [{ billingInterval: MONTH, amountCents: 900, currency: "USD" }]
    }) { product { id } } }`,
  );
  const { startCheckout } = await perform<{ startCheckout: { url: string } }>(
    'a learner opens the checkout',
    learner,
    'mutation { startCheckout(input: { planSlug: "pro-monthly-usd" }) { url } }',
  );
  require('nothing is granted before the payment', !(await isPro(learner)));
  const paid = await fetch(startCheckout.url, { method: 'POST', redirect: 'manual' });
  require('the payment leads back to the site', paid.headers.get('location')?.startsWith(`${publicUrl}/`) === true, `${paid.status}`);
  await until('they have what they paid for', () => isPro(learner));
}

async function isPro(browser: Browser): Promise<boolean> {
  const { data } = await browser.graphql<{ viewer: { isPro: boolean } | null }>('{ viewer { isPro } }');
  return data?.viewer?.isPro ?? false;
}

/** Checks the image and the video through the proxy. */
async function filesAnswer({ imagePath, playlistPath }: Memory): Promise<void> {
  const visitor = new Browser(publicUrl, publicUrl);
  const image = await visitor.get(imagePath);
  require('the image is served', image.status === 200 &&
    image.headers.get('content-type')?.startsWith('image/') === true, `${image.status}`);
  const playlist = await visitor.get(playlistPath);
  require('the video is served', playlist.status === 200 && playlist.text.startsWith('#EXTM3U'), `${playlist.status}`);
}

async function linkInMail(to: string): Promise<string> {
  let link = '';
  await until(`an email to ${to} arrives`, async () => {
    const files = readdirSync(join(folder, 'mail')).map((name) => readFileSync(join(folder, 'mail', name)));
    const mails = await Promise.all(files.map((bytes) => PostalMime.parse(bytes)));
    const text = mails.find((mail) => mail.to?.some(({ address }) => address === to))?.text ?? '';
    link = /https:\/\/\S+\/(?:api\/auth|sign-in)\S*/.exec(text)?.[0] ?? '';
    return link !== '';
  });
  return link;
}

async function signIn(email: string): Promise<Browser> {
  const browser = new Browser(publicUrl, publicUrl);
  const answer = await browser.post('/api/auth/sign-in/email', { email, password });
  require('they sign in with their password', answer.status === 200, answer.text);
  return browser;
}

async function viewerOf(browser: Browser): Promise<string | null> {
  const { data } = await browser.graphql<{ viewer: { username: string } | null }>('{ viewer { username } }');
  return data?.viewer?.username ?? null;
}

async function comment(browser: Browser, articleId: string, bodyMarkdown: string): Promise<void> {
  const answer = await browser.graphql(
    `mutation ($comment: NewCommentInput!, $discussion: NewDiscussionInput!) {
      createDiscussionWithComment(input: { comment: $comment, discussion: $discussion }) { comment { id } }
    }`,
    { comment: { bodyMarkdown }, discussion: { articleId } },
  );
  require('they comment', answer.errors === undefined, JSON.stringify(answer));
}

/** Returns the number of discussions of an article, as a visitor sees them. */
async function commentsOf(articleId: string, url = publicUrl): Promise<number> {
  const visitor = new Browser(url, publicUrl);
  const { data, errors } = await visitor.graphql<{ articleById: { discussions: { totalCount: number } } }>(
    'query ($id: UUID!) { articleById(id: $id) { discussions { totalCount } } }',
    { id: articleId },
  );
  if (!data) throw new Error(JSON.stringify(errors));
  return data.articleById.discussions.totalCount;
}
