import { Chats } from './resources/chats.ts';
import { ContractRates } from './resources/contract-rates.ts';
import { Customers } from './resources/customers.ts';
import { Deliveries } from './resources/deliveries.ts';
import { AuditLog, Keys } from './resources/keys.ts';
import { Organization, Usage } from './resources/organization.ts';
import { Accessorials, PricingStrategy } from './resources/pricing-strategy.ts';
import { Quotes } from './resources/quotes.ts';
import { Places, Rates, Terminals } from './resources/rates.ts';
import { Rfps } from './resources/rfps.ts';
import { Market } from './resources/uploads.ts';
import { Webhooks } from './resources/webhooks.ts';
import type { ClientOptions } from './transport/options.ts';
import { Transport } from './transport/transport.ts';

/** Calls the freight rates and quotes API with one key. */
export class FreightClient {
  readonly terminals: Terminals;
  readonly places: Places;
  readonly rates: Rates;
  readonly quotes: Quotes;
  readonly customers: Customers;
  readonly contractRates: ContractRates;
  readonly rfps: Rfps;
  readonly chats: Chats;
  readonly pricingStrategy: PricingStrategy;
  readonly accessorials: Accessorials;
  readonly organization: Organization;
  readonly usage: Usage;
  readonly keys: Keys;
  readonly auditLog: AuditLog;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly market: Market;

  /** @throws TypeError for an invalid option */
  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.terminals = new Terminals(transport);
    this.places = new Places(transport);
    this.rates = new Rates(transport);
    this.quotes = new Quotes(transport);
    this.customers = new Customers(transport);
    this.contractRates = new ContractRates(transport);
    this.rfps = new Rfps(transport);
    this.chats = new Chats(transport);
    this.pricingStrategy = new PricingStrategy(transport);
    this.accessorials = new Accessorials(transport);
    this.organization = new Organization(transport);
    this.usage = new Usage(transport);
    this.keys = new Keys(transport);
    this.auditLog = new AuditLog(transport);
    this.webhooks = new Webhooks(transport);
    this.deliveries = new Deliveries(transport);
    this.market = new Market(transport);
  }
}
