/** The browser's caches, in memory: what `offline-titles.ts` uses of https://w3c.github.io/ServiceWorker/#cachestorage-interface. */
export class MemoryCaches {
  readonly #caches = new Map<string, MemoryCache>();
  /** From this number of stored responses on, the browser has no space left. */
  maxResponses = Number.POSITIVE_INFINITY;

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }

  async open(name: string): Promise<MemoryCache> {
    const cache = this.#caches.get(name) ?? new MemoryCache(() => this.#count() >= this.maxResponses);
    this.#caches.set(name, cache);
    return cache;
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }

  async match(path: string): Promise<Response | undefined> {
    for (const cache of this.#caches.values()) {
      const response = await cache.match(path);
      if (response !== undefined) return response;
    }
    return undefined;
  }

  /** Returns the text of every response, for canaries. */
  async texts(): Promise<string[]> {
    return (await Promise.all([...this.#caches.values()].map((cache) => cache.texts()))).flat();
  }

  /** Returns the path of every response. */
  async paths(): Promise<string[]> {
    return (await Promise.all([...this.#caches.values()].map((cache) => cache.keys()))).flat().map(pathOf);
  }

  #count(): number {
    return [...this.#caches.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

/** A stored request, of which only the URL is needed. */
type Stored = Pick<Request, 'url'>;

const origin = 'https://site.example';

function pathOf(of: string | Stored): string {
  return typeof of === 'string' ? of : of.url.slice(origin.length);
}

class MemoryCache {
  readonly #responses = new Map<string, Response>();
  readonly #isFull: () => boolean;

  constructor(isFull: () => boolean) {
    this.#isFull = isFull;
  }

  get size(): number {
    return this.#responses.size;
  }

  async match(of: string | Stored): Promise<Response | undefined> {
    return this.#responses.get(pathOf(of))?.clone();
  }

  async put(path: string, response: Response): Promise<void> {
    if (!this.#responses.has(path) && this.#isFull()) throw new DOMException('Quota exceeded.', 'QuotaExceededError');
    this.#responses.set(path, response);
  }

  async delete(of: string | Stored): Promise<boolean> {
    return this.#responses.delete(pathOf(of));
  }

  async keys(): Promise<Stored[]> {
    return [...this.#responses.keys()].map((path) => ({ url: origin + path }));
  }

  async texts(): Promise<string[]> {
    return Promise.all([...this.#responses.values()].map((response) => response.clone().text()));
  }
}
