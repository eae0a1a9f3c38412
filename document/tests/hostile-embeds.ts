/** URLs of ten providers as people paste them, all of which can be embedded. */
export const goodEmbeds: readonly string[] = [
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/148751763',
  'https://open.spotify.com/track/4PTG3Z6ehGkBFwjybzWkR8',
  'https://codesandbox.io/s/new',
  'https://stackblitz.com/edit/react',
  'https://codepen.io/chriscoyier/pen/gfdDu',
  'https://docs.google.com/presentation/d/1abcDEF/edit',
  'https://x.com/jack/status/20',
  'https://gist.github.com/octocat/6cad326836d38bd3a7ae',
  'https://www.geogebra.org/m/KGrkk4BA',
];

/** Other spellings of the same URLs, as programs copy them, which count as equal. */
export const otherSpellings: readonly ((address: string) => string)[] = [
  (address) => address.replace('https:', 'http:'),
  (address) => address.replace('https:', 'HTTPS:'),
  (address) => address.replace(/^https:\/\/[^/]+/, (start) => start.toUpperCase()),
  (address) => address.replace(/^https:\/\/[^/]+/, '$&:443'),
  (address) => address.replace(/^https:(\/\/[^/]+)/, 'http:$1:80'),
];

type Mutation = (host: string, rest: string) => string;

const mutations: Readonly<Record<string, Mutation>> = {
  'no scheme': (host, rest) => `//${host}${rest}`,
  'no slashes': (host, rest) => `https:${host}${rest}`,
  'one slash': (host, rest) => `https:/${host}${rest}`,
  'three slashes': (host, rest) => `https:///${host}${rest}`,
  backslashes: (host, rest) => `https:\\\\${host}${rest}`,
  'the host as a beginning': (host, rest) => `https://${host}.evil.example${rest}`,
  'the host as an end': (host, rest) => `https://evil${host.replace('www.', '')}${rest}`,
  'the host with a dash before': (host, rest) => `https://evil-${host.replace('www.', '')}${rest}`,
  'the host as a path': (host, rest) => `https://evil.example/${host}${rest}`,
  'the host in a query': (host, rest) => `https://evil.example/?https://${host}${rest}`,
  'the host as a fragment': (host) => `https://evil.example#${host}/`,
  'the host as a user': (host, rest) => `https://${host}@evil.example${rest}`,
  'a user': (host, rest) => `https://user@${host}${rest}`,
  'a user with a password': (host, rest) => `https://user:pass@${host}${rest}`,
  'a backslash in the host': (host, rest) => `https://evil.example\\.${host}${rest}`,
  'a backslash before @': (host, rest) => `https://${host}\\@evil.example${rest}`,
  'the port of the other scheme': (host, rest) => `http://${host}:443${rest}`,
  'another port': (host, rest) => `https://${host}:8443${rest}`,
  'an empty port': (host, rest) => `https://${host}:${rest}`,
  'a dot at the end': (host, rest) => `https://${host}.${rest}`,
  'a Kelvin sign': (host, rest) => `https://${host.replace(/[a-z]/, '\u212a')}${rest}`,
  'ideographic dots': (host, rest) => `https://${host.replaceAll('.', '\u3002')}${rest}`,
  'a letter of another script': (host, rest) =>
    `https://${host.replace(/[aeo]/, (character) => (character === 'a' ? '\u0430' : character === 'e' ? '\u0435' : '\u043e'))}${rest}`,
  'full-width letters': (host, rest) =>
    `https://${host.replace(/[a-z]/, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))}${rest}`,
  'a soft hyphen': (host, rest) => `https://${host.slice(0, 2)}\u00ad${host.slice(2)}${rest}`,
  'an encoded letter': (host, rest) => `https://%${host.charCodeAt(0).toString(16)}${host.slice(1)}${rest}`,
  'an encoded dot': (host, rest) => `https://${host}%2eevil.example${rest}`,
  'an encoded null': (host, rest) => `https://${host}%00.evil.example${rest}`,
  'a tab': (host, rest) => `https://${host.slice(0, 3)}\t${host.slice(3)}${rest}`,
  'a line end': (host, rest) => `https://${host.slice(0, 3)}\n${host.slice(3)}${rest}`,
  'a space before': (host, rest) => ` https://${host}${rest}`,
  'a null': (host, rest) => `https://${host}\u0000${rest}`,
  'an invisible letter': (host, rest) => `https://${host.slice(0, 3)}\u200b${host.slice(3)}${rest}`,
  'a semicolon': (host, rest) => `https://${host};evil.example${rest}`,
  'an ampersand': (host, rest) => `https://${host}&evil.example${rest}`,
  'another protocol': (host, rest) => `ftp://${host}${rest}`,
  'a script': (host, rest) => `javascript://${host}${rest}%0aalert(1)`,
  data: (host) => `data:text/html,<script src="//${host}">`,
  'a blob': (host, rest) => `blob:https://${host}${rest}`,
  'a source view': (host, rest) => `view-source:https://${host}${rest}`,
};

/** More than 400 URLs that look like a provider's and aren't, each with what was changed. */
export const hostileEmbeds: readonly (readonly [what: string, address: string])[] = [
  ...goodEmbeds.flatMap((address) => {
    const { hostname } = new URL(address);
    const rest = address.slice(`https://${hostname}`.length);
    return Object.entries(mutations).map(([what, mutate]) => [`${what}, ${hostname}`, mutate(hostname, rest)] as const);
  }),
  ...[
    'about:blank',
    'about:srcdoc',
    '',
    '/',
    '#',
    'youtube.com',
    'https://',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
  ].map((address) => [address, address] as const),
  ['the site', 'https://newline.example/'],
  ['below the site', 'https://www.newline.example/clips'],
  ['the embed origin', 'https://embeds.example/embed/script?url=https://x.com/jack/status/20'],
];
