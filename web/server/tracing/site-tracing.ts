import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace as spans } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '@newline/api/env';
import type { Log } from '@newline/api/log';
import type { SpanOf, Trace } from '@newline/api/tracing';
import type { FastifyInstance } from 'fastify';
import type { RequestRoutes } from '../request-routes.ts';
import { reportOutages } from './report-outages.ts';

/** The traces of the site: requests, GraphQL operations, statements and jobs, sent to a collector. */
export type SiteTracing = {
  readonly trace: Trace;
  /** Runs a part of a request's handler in the span of the request, which ends with the response. */
  within(request: IncomingMessage, response: ServerResponse, run: () => void): void;
  /** Keeps the span of a request while Fastify handles it. */
  addTo(app: FastifyInstance): void;
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
};

type Options = { settings: TracingSettings; trustProxy: number; routes: Pick<RequestRoutes, 'of'>; log: Log };

/** The span in which code runs, and how many its trace has in this process. */
type Current = { readonly context: Context; readonly trace: { spans: number } };

/** More statements than this of one request or job, such as a large import, aren't traced. */
const maxSpansPerTrace = 1_000;

/** Spans that wait for the collector. Beyond that they are dropped. */
const maxWaiting = 2_048;
const batchSize = 512;
const batchDelayMs = 2_000;
const exportTimeoutMs = 5_000;
const closeMs = 2_000;

/** Requests of load balancers and Prometheus, several in a second. */
const untracedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** What OpenTelemetry's conventions call the names of spans. */
const attributeOf: Readonly<Record<SpanOf, { readonly name: string; readonly more: Readonly<Record<string, string>> }>> = {
  operation: { name: 'graphql.operation.name', more: {} },
  statement: { name: 'db.query.summary', more: { 'db.system.name': 'postgresql' } },
  job: { name: 'newline.job.task', more: {} },
};
const kindOf: Readonly<Record<SpanOf, SpanKind>> = {
  operation: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
};

/** Starts to send traces. It's the only module that loads OpenTelemetry, so it's only imported if traces are on. */
export function startSiteTracing({ settings, trustProxy, routes, log }: Options): SiteTracing {
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: { ...settings.headers }, timeoutMillis: exportTimeoutMs });
  const processor = new BatchSpanProcessor({
    exporter: reportOutages(exporter, log),
    maxQueueSize: maxWaiting,
    maxExportBatchSize: batchSize,
    scheduledDelayMillis: batchDelayMs,
    exportTimeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.instance.id': String(process.pid) }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('newline');
  const propagator = new W3CTraceContextPropagator();
  const storage = new AsyncLocalStorage<Current>();
  const requests = new WeakMap<IncomingMessage, Current>();

  /** Returns null if the trace has enough spans. */
  function begin(parent: Current | undefined, start: (context: Context) => Span): { span: Span; current: Current } | null {
    const trace = parent?.trace ?? { spans: 0 };
    if (trace.spans >= maxSpansPerTrace) return null;
    trace.spans += 1;
    const context = parent?.context ?? ROOT_CONTEXT;
    const span = start(context);
    return { span, current: { context: spans.setSpan(context, span), trace } };
  }

  const trace: Trace = async (of, name, run) => {
    const { name: attribute, more } = attributeOf[of];
    const begun = begin(storage.getStore(), (context) =>
      tracer.startSpan(name, { kind: kindOf[of], attributes: { [attribute]: name, ...more } }, context),
    );
    if (begun === null) return run();
    try {
      return await storage.run(begun.current, run);
    } catch (error) {
      begun.span.setAttribute('error.type', errorType(error)).setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      begun.span.end();
    }
  };

  function beginRequest(request: IncomingMessage, response: ServerResponse): Current | undefined {
    const remote = trustProxy > 0 ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter) : ROOT_CONTEXT;
    const method = methodOf(request);
    const begun = begin({ context: remote, trace: { spans: 0 } }, (context) =>
      tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, context),
    );
    if (begun === null) return undefined;
    const { span, current } = begun;
    response.once('close', () => {
      const route = routes.of(request);
      span.updateName(`${method} ${route}`);
      span.setAttribute('http.route', route);
      if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode);
      const id = response.getHeader('x-request-id');
      if (typeof id === 'string') span.setAttribute('newline.request_id', id);
      if (response.statusCode >= 500)
        span.setAttribute('error.type', String(response.statusCode)).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    requests.set(request, current);
    return current;
  }

  return {
    trace,
    within(request, response, run) {
      const path = request.url?.split('?', 1)[0] ?? '';
      if (untracedPaths.has(path)) return run();
      const current = requests.get(request) ?? beginRequest(request, response);
      return current === undefined ? run() : storage.run(current, run);
    },
    addTo(app) {
      // A body is read on behalf of the connection, so what follows it has lost the span.
      app.addHook('preHandler', (request, _reply, done) => {
        const current = requests.get(request.raw);
        if (current === undefined) done();
        else storage.run(current, done);
      });
    },
    async close() {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, closeMs);
      await Promise.race([provider.shutdown().catch(() => undefined), timeout.promise]);
      clearTimeout(timer);
    },
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Clients can send any method; the others have one name. */
function methodOf({ method = '' }: IncomingMessage): string {
  return methods.has(method) ? method : '_OTHER';
}

/** The code or the class of an error. Its message may have text that a user wrote. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code) ? error.code : error.name;
}
