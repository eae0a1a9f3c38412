/** A browser's cookies and origins over real HTTP, without rendering pages. Redirects aren't followed. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #origin: string;

  constructor(url: string, publicUrl: string) {
    this.#url = url;
    this.#origin = new URL(publicUrl).origin;
  }

  /** The cookies as a header. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request with this browser's cookies. A header set to null isn't sent. */
  async send(method: string, path: string, options: { body?: unknown; headers?: Record<string, string | null> } = {}): Promise<Answer> {
    const headers: Record<string, string | null> = {
      ...(method === 'GET' ? {} : { origin: this.#origin, 'sec-fetch-site': 'same-origin' }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}),
      ...options.headers,
    };
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)),
      ...(options.body === undefined ? {} : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
    });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      setCookies: answer.headers.getSetCookie(),
      json: () => JSON.parse(text) as JsonAnswer,
    };
  }

  get(path: string, headers: Record<string, string | null> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  post(path: string, body: unknown, headers: Record<string, string | null> = {}): Promise<Answer> {
    return this.send('POST', path, { body, headers });
  }

  /** Opens an absolute URL from an email. */
  open(address: string): Promise<Answer> {
    const { pathname, search } = new URL(address);
    return this.get(`${pathname}${search}`);
  }

  /** Opens an emailed link, and presses the only button of its page, as a browser without JavaScript does. */
  async press(address: string, headers: Record<string, string | null> = {}): Promise<Answer> {
    const page = await this.open(address);
    const { pathname, search } = new URL(address);
    const form = /<form method="post"(?: action="([^"]*)")?>([^]*?)<\/form>/.exec(page.text);
    if (!form) return page;
    const fields = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, unescaped(value)]));
    return this.post(form[1] ?? `${pathname}${search}`, body.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  }

  /** Runs a GraphQL operation. */
  async graphql<TData = Record<string, never>>(query: string, variables: Record<string, unknown> = {}): Promise<GraphQLAnswer<TData>> {
    const answer = await this.post('/graphql', { query, variables }, { accept: 'application/graphql-response+json' });
    return { ...(answer.json() as Omit<GraphQLAnswer<TData>, 'status'>), status: answer.status };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(equals + 1));
  }
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A complete response. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly setCookies: readonly string[];
  json(): JsonAnswer;
};

/** JSON of the site: the API's errors, the messages of the account routes, and whatever else a test reads. */
export type JsonAnswer = {
  readonly code?: string;
  readonly errors?: GraphQLAnswer<unknown>['errors'];
  readonly [name: string]: unknown;
};

/** A GraphQL result. */
export type GraphQLAnswer<TData> = {
  readonly status: number;
  readonly data?: TData | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Record<string, unknown>;
  }[];
};
