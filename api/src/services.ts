import { context, lambda, type Step } from 'postgraphile/grafast';

declare global {
  namespace Newline {
    /** What features do beside the database, by name. Each feature adds its own, where it makes it. */
    interface Services {}
  }
  namespace Grafast {
    interface Context {
      /** Those of this process: the query worker has only what queries ask. */
      services: Partial<Newline.Services>;
      /** The site's own origin: links of a text that lead elsewhere are marked. */
      siteOrigin: string;
    }
  }
}

/** What features do beside the database, by name. */
export type Services = Newline.Services;

/** A service of this process. */
export function serviceOf<TName extends keyof Services>(services: Partial<Services>, name: TName): Services[TName] {
  const found: Services[TName] | undefined = services[name];
  if (found === undefined) throw new Error(`Services: expected ${name} to have started in this process`);
  return found;
}

/** A service in a plan, taken from the context when the plan runs. */
export function service<TName extends keyof Services>(name: TName): Step<Services[TName]> {
  return lambda(context().get('services'), (services) => serviceOf(services, name));
}
