import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '@newline/api/log';

/** The shortest time between two messages about a collector that is away, in milliseconds. */
const restMs = 10 * 60_000;

/** Makes an exporter say in the log when the collector stops and begins to accept spans, instead of at every batch. */
export function reportOutages(exporter: SpanExporter, log: Log, now: () => number = Date.now): SpanExporter {
  let reportedAt: number | null = null;
  let dropped = 0;
  return {
    export(batch, done) {
      exporter.export(batch, (result) => {
        if (result.code === ExportResultCode.SUCCESS) {
          if (reportedAt !== null) log.info({ dropped }, 'traces: the collector accepts them again');
          reportedAt = null;
          dropped = 0;
          done(result);
          return;
        }
        dropped += batch.length;
        if (reportedAt === null || now() - reportedAt >= restMs) {
          reportedAt = now();
          // Neither the URL nor the headers: they may have a key.
          log.warn(
            { reason: reasonOf(result.error), dropped },
            'traces: the collector does not accept them; check OTEL_EXPORTER_OTLP_ENDPOINT',
          );
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The status or the code of a failed export. */
function reasonOf(error: Error | undefined): string {
  if (error === undefined) return 'unknown';
  return 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? String(error.code) : error.name;
}
