import type { DieselPrice } from '../../costs/diesel/diesel-lookup.ts';
import { usd } from '../../costs/model/cents.ts';
import type { QuotedAccessorial, QuotePrice } from '../strategy/pricing-strategy.ts';

export const CURRENCY = 'USD' as const;

const describeCharge = ({ name, title, rateCents, frequency, quantity, amountCents }: QuotedAccessorial) => ({
  name,
  title,
  rate: usd(rateCents),
  frequency,
  quantity,
  amount: usd(amountCents),
});

const describeAccessorial = (accessorial: QuotedAccessorial) => ({
  ...describeCharge(accessorial),
  source: accessorial.source ?? ('base_tariff' as const),
});

export const describePrice = (price: QuotePrice) => ({
  base_rate: usd(price.baseRateCents),
  fuel_surcharge: usd(price.fuelSurchargeCents),
  accessorial_charges: Object.fromEntries(
    price.accessorials.map(({ name, amountCents }) => [name, usd(amountCents)]),
  ),
  total_rate: usd(price.totalCents),
  currency: CURRENCY,
  accessorials: price.accessorials.map(describeAccessorial),
  excluded_charges: price.excluded.map((charge) => ({ ...describeCharge(charge), reason: charge.reason })),
});

/** The diesel price that the fuel of a quote comes from; null if it uses none. */
export const describeDiesel = (diesel: DieselPrice | undefined) =>
  diesel === undefined
    ? null
    : {
        diesel_price: diesel.pricePerGallon,
        diesel_region: diesel.region,
        diesel_date: diesel.week,
        ...(diesel.estimated && { estimated: true as const }),
      };
