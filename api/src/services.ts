import { context, lambda, type Step } from 'postgraphile/grafast';

declare global {
  namespace Newline {
    /** The services of features, by name. Each feature adds its own where it creates it. */
    interface Services {}
  }
  namespace Grafast {
    interface Context {
      /** The services of this process: the query worker has only those that queries need. */
      services: Partial<Newline.Services>;
      /** The site's origin: external links in texts are marked. */
      siteOrigin: string;
    }
  }
}

/** The services of features, by name. */
export type Services = Newline.Services;

/** Returns a service of this process. */
export function serviceOf<TName extends keyof Services>(services: Partial<Services>, name: TName): Services[TName] {
  const instance: Services[TName] | undefined = services[name];
  if (instance === undefined) throw new Error(`Services: expected ${name} to have started in this process`);
  return instance;
}

/** Step that returns a service from the context when the plan runs. */
export function service<TName extends keyof Services>(name: TName): Step<Services[TName]> {
  return lambda(context().get('services'), (services) => serviceOf(services, name));
}
