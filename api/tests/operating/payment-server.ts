// A fake of Stripe's API for the commands of docs/operating.md, on the port of its first argument: nginx of that machine serves it as
// https://api.stripe.com.
import { startFakeStripe } from '../billing/fake-stripe.ts';

const { url } = await startFakeStripe({ port: Number(process.argv[2]) });
process.stdout.write(`${url}\n`);
