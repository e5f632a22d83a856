import type { RateResult } from '../../../shared/rates/rates-document.ts';
import { type Answer, createEnterprise, type ServiceUnderTest } from '../../support/service-under-test.ts';

export const RATES = '/api/v1/rates';

/** Lanes that can be priced. */
export const TO_CHICAGO = {
  originTerminal: 'APM Elizabeth Terminal',
  destinationCity: 'Chicago',
  destinationState: 'IL',
  destinationZip: '60632',
};
export const TO_COLUMBUS = {
  originTerminal: 'APM Elizabeth Terminal',
  destinationCity: 'Columbus',
  destinationState: 'OH',
  destinationZip: '43215',
};

/** A separate caller of rates with a sufficient usage limit. */
export async function ratesCaller(service: ServiceUnderTest) {
  const { apiKey } = await createEnterprise(service);
  const ask = (body: unknown): Promise<Answer> => service.call('POST', RATES, { key: apiKey, body });
  return {
    ask,
    /** The rows of a batch. @throws Error with the response if its status is not 200. */
    price: async (lanes: readonly unknown[]): Promise<RateResult[]> => {
      const { status, json, text } = await ask(lanes);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      return (json as { data: RateResult[] }).data;
    },
  };
}

export type RatesCaller = Awaited<ReturnType<typeof ratesCaller>>;
