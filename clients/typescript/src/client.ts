import { Deliveries } from './resources/deliveries.ts';
import { Organization } from './resources/organization.ts';
import { PricingStrategy } from './resources/pricing-strategy.ts';
import { Quotes } from './resources/quotes.ts';
import { Rates } from './resources/rates.ts';
import { Terminals } from './resources/terminals.ts';
import { Usage } from './resources/usage.ts';
import { Webhooks } from './resources/webhooks.ts';
import type { ClientOptions } from './transport/options.ts';
import { Transport } from './transport/transport.ts';

/** Calls the freight rates and quotes API with one key. */
export class FreightClient {
  readonly terminals: Terminals;
  readonly rates: Rates;
  readonly quotes: Quotes;
  readonly pricingStrategy: PricingStrategy;
  readonly organization: Organization;
  readonly usage: Usage;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;

  /** @throws TypeError for an invalid option */
  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.terminals = new Terminals(transport);
    this.rates = new Rates(transport);
    this.quotes = new Quotes(transport);
    this.pricingStrategy = new PricingStrategy(transport);
    this.organization = new Organization(transport);
    this.usage = new Usage(transport);
    this.webhooks = new Webhooks(transport);
    this.deliveries = new Deliveries(transport);
  }
}
