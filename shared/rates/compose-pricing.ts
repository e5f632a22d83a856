import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { composeDieselSource } from '../costs/diesel/dynamodb-diesel-store.ts';
import { createEmbeddedGeocoder } from '../geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../geography/roads/embedded-road-distances.ts';
import {
  composeMarketSource,
  createDynamoDbLaneReader,
  MARKET_VARIABLES,
} from '../market/published/dynamodb-market-source.ts';
import { batchingReader } from '../platform/dynamodb/batch-get.ts';
import type { Environment } from '../platform/env/read-env.ts';
import { log } from '../platform/logging/log.ts';
import * as LOG from '../platform/logging/log-messages.ts';
import type { ListedTerminal } from '../terminals/catalogue/terminal.ts';
import { composeTerminalSource, TERMINAL_VARIABLES } from '../terminals/snapshots/dynamodb-snapshot-store.ts';

/** Environment variables of a function that prices lanes. */
export const PRICING_VARIABLES = {
  ...TERMINAL_VARIABLES,
  ...MARKET_VARIABLES,
  MAP_SERVICE: v.picklist(['embedded', 'amazon-location']),
};

type PricingEnvironment = Environment<typeof PRICING_VARIABLES>;

/** Creates the embedded road distances, which are free, and the paid map routes if the environment has a map service. */
async function composeRoadDistances(env: PricingEnvironment) {
  const roadDistances = createEmbeddedRoadDistances();
  if (env.MAP_SERVICE !== 'amazon-location') return { roadDistances };
  // Functions without a map service do not start the client.
  const { createAmazonLocationRoadDistances, createGeoRoutesClient } = await import(
    '../geography/roads/amazon-location-road-distances.ts'
  );
  const mapRoutes = createAmazonLocationRoadDistances({
    client: createGeoRoutesClient(),
    fallback: roadDistances,
    // Logged here, because the log of the separate file does not have the context of the call.
    onFailure: ({ of, reason }) =>
      log(of === 'service' ? LOG.mapServiceFailed : LOG.mapAnswerUnusable, { reason }),
  });
  return { roadDistances, mapRoutes };
}

/**
 * Adapters that rates and quotes share: terminals, places, road distances, diesel prices and the market.
 * `read` gathers reads, so that the caller's own items and the market's are one round trip.
 * @param buildTerminals what the function looks up in the list of terminals.
 */
export async function composePricing<View>(
  env: PricingEnvironment,
  client: DynamoDBDocumentClient,
  buildTerminals: (terminals: readonly ListedTerminal[]) => View,
) {
  const read = batchingReader(client);
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
    diesel: composeDieselSource(client, env),
    market: composeMarketSource(client, env),
    lanes: createDynamoDbLaneReader(read, env.MARKET_TABLE),
  };
}
