/** Turns a URL that people copy into one to show in a frame; null if it isn't content that can be embedded. */
export type PlayerRule = (url: URL) => string | null;

const id = '[\\w-]{1,128}';
/** The `owner/name` of a repository. */
const repository = `${id}/[\\w.-]{1,100}`;
/** A branch, optionally followed by a folder. */
const path = '[\\w./-]{1,200}';

/**
 * The rules by which providers write the URLs of their players, so that most embeds need no look-up. A result is built from the parts that
 * match, never from the rest of the URL.
 */
export const playerRules: Readonly<Record<string, PlayerRule>> = {
  YouTube: (url) => {
    const list = part(url.searchParams.get('list'), id);
    const video =
      url.hostname === 'youtu.be'
        ? part(url.pathname.slice(1), id)
        : url.pathname === '/watch'
          ? part(url.searchParams.get('v'), id)
          : (match(url, `/(?:embed|shorts|live|v)/(${id})`)?.[0] ?? null);
    const start = secondsOf(url.searchParams.get('start') ?? url.searchParams.get('t'));
    const query = new URLSearchParams({ ...(list !== null && { list }), ...(start > 0 && { start: String(start) }) });
    const tail = query.size > 0 ? `?${query.toString()}` : '';
    if (video !== null && video !== 'videoseries') return `https://www.youtube-nocookie.com/embed/${video}${tail}`;
    return list === null ? null : `https://www.youtube-nocookie.com/embed/videoseries${tail}`;
  },
  Vimeo: (url) => {
    const showcase = match(url, '/(?:showcase|album)/(\\d{1,15})(?:/embed2?)?');
    if (showcase !== null) return `https://vimeo.com/showcase/${showcase[0]}/embed`;
    const event = match(url, '/event/(\\d{1,15})(?:/embed)?(?:/([0-9a-f]{4,32}))?');
    if (event !== null) return `https://vimeo.com/event/${event[0]}/embed${event[1] ? `/${event[1]}` : ''}`;
    const groups = match(
      url,
      '/(?:video/|channels/[\\w-]+/|groups/[\\w-]+/videos/|(?:album|showcase)/\\d+/video/)?(\\d{1,15})(?:/([0-9a-f]{4,32}))?',
    );
    const hash = groups?.[1] ?? part(url.searchParams.get('h'), '[0-9a-f]{4,32}');
    return groups && `https://player.vimeo.com/video/${groups[0]}?dnt=1${hash ? `&h=${hash}` : ''}`;
  },
  Wistia: (url) =>
    to(match(url, `/(?:medias|embed/iframe|embed/medias)/(${id})`), ([media]) => `https://fast.wistia.net/embed/iframe/${media}`),
  Loom: (url) => to(match(url, `/(?:share|embed)/(?:[\\w-]+-)?([0-9a-f]{32})`), ([video]) => `https://www.loom.com/embed/${video}`),
  SoundCloud: (url) => {
    const sound =
      url.hostname === 'w.soundcloud.com' && url.pathname === '/player/'
        ? part(url.searchParams.get('url'), 'https://(?:api\\.)?soundcloud\\.com/[\\w/-]{1,200}')
        : to(match(url, `/(${id}/(?:sets/)?${id})(?:/s-\\w+)?`), ([path]) => `https://soundcloud.com/${path}`);
    const isTrack = url.hostname === 'soundcloud.com' || url.hostname === 'www.soundcloud.com' || url.hostname === 'w.soundcloud.com';
    return sound !== null && isTrack ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(sound)}` : null;
  },
  Spotify: (url) =>
    to(
      match(url, '/(?:intl-[a-z-]{2,8}/)?(?:embed/)?(track|album|playlist|episode|show|artist)/(\\w{10,40})'),
      ([kind, piece]) => `https://open.spotify.com/embed/${kind}/${piece}`,
    ),
  CodeSandbox: (url) => {
    const old = match(url, `/(?:s|embed)/(${id}|github/${repository}(?:/tree/${path})?)`);
    if (old !== null) return `https://codesandbox.io/embed/${old[0]}`;
    const repo = match(url, `/p/(github/${repository}(?:/${path})?)`);
    if (repo !== null) return `https://codesandbox.io/p/${repo[0]}?embed=1`;
    return to(match(url, `/(?:p/)?(sandbox|devbox)/(${id})`), ([kind, box]) => `https://codesandbox.io/p/${kind}/${box}?embed=1`);
  },
  StackBlitz: (url) => {
    const copied = match(url, `/~/github\\.com/(${repository}(?:/tree/${path})?)`) ?? match(url, `/~/(edit/${id})`);
    const project =
      match(url, `/((?:edit/${id})|(?:(?:fork/)?github/${repository}(?:/tree/${path})?))`)?.[0] ??
      to(copied, ([copy]) => (copy?.startsWith('edit/') ? copy : `github/${copy}`));
    if (project === null) return null;
    const file = part(url.searchParams.get('file'), '[\\w./@-]{1,200}');
    return `https://stackblitz.com/${project}?embed=1${file === null ? '' : `&file=${encodeURIComponent(file)}`}`;
  },
  CodePen: (url) =>
    to(
      match(url, `/((?:team/)?${id})/(?:pen|full|details|embed|pres)/(?:preview/)?(${id})`),
      ([username, pen]) => `https://codepen.io/${username}/embed/${pen}?default-tab=result`,
    ),
  JSFiddle: (url) =>
    to(match(url, `/((?:${id}/){0,3}?${id})(?:/(?:embedded|show)(?:/.*)?)?`), ([path]) => `https://jsfiddle.net/${path}/embedded/`),
  Replit: (url) => to(match(url, `/(@${id}/${id})`), ([path]) => `https://replit.com/${path}?embed=true`),
  Observable: (url) =>
    to(
      match(url, `/(?:embed/)?(@${id}/${id}(?:/\\d+)?|d/[0-9a-f]{16})`),
      ([path]) => `https://observablehq.com/embed/${path?.replace(/^d\//, '')}?cell=*`,
    ),
  'Speaker Deck': (url) => to(match(url, '/player/([0-9a-f]{32})'), ([deck]) => `https://speakerdeck.com/player/${deck}`),
  SlideShare: (url) =>
    to(match(url, '/slideshow/embed_code/(key/\\w+|\\d+)'), ([deck]) => `https://www.slideshare.net/slideshow/embed_code/${deck}`),
  'Google Slides': (url) =>
    to(match(url, `/presentation/d/((?:e/)?${id})(?:/.*)?`), ([deck]) => `https://docs.google.com/presentation/d/${deck}/embed`),
  'Google Forms': (url) =>
    to(match(url, `/forms/d/(e/${id})(?:/.*)?`), ([form]) => `https://docs.google.com/forms/d/${form}/viewform?embedded=true`),
  'mastodon.social': (url) =>
    to(
      match(url, '/@([\\w.@-]{1,200})/(\\d{1,24})(?:/embed)?'),
      ([username, post]) => `https://mastodon.social/@${username}/${post}/embed`,
    ),
  Typeform: (url) => to(match(url, `/to/(${id})`), ([form]) => `https://${url.hostname}/to/${form}`),
  Airtable: (url) =>
    to(match(url, '/(?:embed/)?((?:app\\w{5,30}/)?(?:shr|pag)\\w{5,30}(?:/form)?)'), ([share]) => `https://airtable.com/embed/${share}`),
  Desmos: (url) =>
    to(
      match(url, '/(calculator|geometry|3d|scientific)(?:/(\\w{4,20}))?'),
      ([tool, graph]) => `https://www.desmos.com/${tool}${graph ? `/${graph}` : ''}?embed`,
    ),
  GeoGebra: (url) =>
    to(
      match(url, '/(calculator|graphing|geometry|3d|cas|classic)/(\\w{4,20})'),
      ([app, worksheet]) => `https://www.geogebra.org/${app}/${worksheet}?embed`,
    ) ??
    to(
      match(url, '/(?:m|material/iframe/id|material/show/id)/(\\w{4,20})(?:/.*)?'),
      ([worksheet]) => `https://www.geogebra.org/material/iframe/id/${worksheet}`,
    ),
};

/** Returns the groups of a pattern that matches the whole path, ignoring a slash at its end, or null. */
function match(url: URL, pattern: string): readonly string[] | null {
  return new RegExp(`^${pattern}/?$`, 'u').exec(url.pathname)?.slice(1) ?? null;
}

/** Returns the text if the pattern matches all of it, or null. */
function part(text: string | null, pattern: string): string | null {
  return text !== null && new RegExp(`^${pattern}$`, 'u').test(text) ? text : null;
}

function to(match: readonly string[] | null, write: (groups: readonly string[]) => string): string | null {
  return match === null ? null : write(match);
}

/** Converts `90`, `90s` or `1m30s` to seconds; returns 0 for anything else. */
function secondsOf(text: string | null): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/u.exec(text ?? '');
  return match === null ? 0 : Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
}
