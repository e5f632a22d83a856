import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { composeDieselSource } from '../costs/diesel/diesel-source.ts';
import { composeBenchmarks } from '../costs/trailers/dynamodb-benchmarks.ts';
import { createEmbeddedGeocoder } from '../geography/places/embedded-geocoder.ts';
import { composeRoadDistances, ROAD_VARIABLES } from '../geography/roads/compose-road-distances.ts';
import {
  composeMarketSource,
  createDynamoDbLaneReader,
  MARKET_VARIABLES,
} from '../market/published/dynamodb-market-source.ts';
import { batchingReader } from '../platform/dynamodb/batch-get.ts';
import type { Environment } from '../platform/env/read-env.ts';
import type { ListedTerminal } from '../terminals/catalogue/listed-terminal.ts';
import { TERMINAL_VARIABLES } from '../terminals/catalogue/terminal-env.ts';
import { composeTerminalSource } from '../terminals/snapshots/compose-terminal-source.ts';

/** Environment variables of a function that prices lanes. */
export const PRICING_VARIABLES = { ...TERMINAL_VARIABLES, ...MARKET_VARIABLES, ...ROAD_VARIABLES };

type PricingEnvironment = Environment<typeof PRICING_VARIABLES>;

/**
 * Adapters that rates and quotes share: terminals, places, road distances, diesel prices, published rates and the market.
 * `read` gathers reads, so that the caller's own items and the market's are one round trip.
 * @param buildTerminals what the function looks up in the list of terminals.
 */
export async function composePricing<View>(
  env: PricingEnvironment,
  client: DynamoDBDocumentClient,
  buildTerminals: (terminals: readonly ListedTerminal[]) => View,
) {
  const read = batchingReader(client);
  const marketTable = { client, table: env.MARKET_TABLE, refreshSeconds: env.MARKET_REFRESH_SECONDS };
  return {
    read,
    terminals: composeTerminalSource({
      client,
      table: env.TERMINALS_TABLE,
      refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
      build: buildTerminals,
    }),
    places: createEmbeddedGeocoder(),
    ...(await composeRoadDistances(env)),
    diesel: composeDieselSource(marketTable),
    benchmarks: composeBenchmarks(marketTable),
    market: composeMarketSource(marketTable),
    lanes: createDynamoDbLaneReader(read, env.MARKET_TABLE),
  };
}
