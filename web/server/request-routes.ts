import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The route of requests that no route handles. */
const noRoute = 'none';

/** The patterns of the routes that handle requests, for metrics and traces. There are few, whatever clients request. */
export type RequestRoutes = {
  /** Returns the pattern of a request's route, such as `/courses/:slug`. Known when the response has ended. */
  of(request: IncomingMessage): string;
  /** Learns the routes of requests that Fastify handles. */
  addTo(app: FastifyInstance): void;
  /** Sets the function that returns the pattern of a page's route. */
  setPages(patternOf: (url: string) => string | null): void;
};

export function createRequestRoutes(): RequestRoutes {
  const routes = new WeakMap<IncomingMessage, string>();
  let pagePattern: (url: string) => string | null = () => null;
  return {
    of(request) {
      const route = routes.get(request);
      // Pages have one route in Fastify, and requests that are answered early have none.
      if (route !== undefined && route !== '/*') return route;
      const { url = '/' } = request;
      if (url.startsWith('/assets/')) return '/assets/*';
      if (url.startsWith('/embed/')) return '/embed/*';
      if (url.startsWith('/graphql?')) return '/graphql';
      return pagePattern(url) ?? noRoute;
    },
    addTo(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const { url } = request.routeOptions;
        if (url !== undefined) routes.set(request.raw, url);
        done();
      });
    },
    setPages(patternOf) {
      pagePattern = patternOf;
    },
  };
}
