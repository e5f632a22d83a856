import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createEmbeddedGeocoder } from '../../geography/places/embedded-geocoder.ts';
import type { Environment } from '../../platform/env/read-env.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import {
  composeTerminalSource,
  type TERMINAL_VARIABLES,
} from '../../terminals/snapshots/dynamodb-snapshot-store.ts';

/** The current places and terminals, which rules can name. */
export function composePlaceSources(
  env: Environment<typeof TERMINAL_VARIABLES>,
  client: DynamoDBDocumentClient,
): () => Promise<PlaceSources> {
  const places = createEmbeddedGeocoder();
  const terminals = composeTerminalSource({
    client,
    table: env.TERMINALS_TABLE,
    refreshSeconds: env.TERMINALS_REFRESH_SECONDS,
    build: buildEmbeddedDirectory,
  });
  return async () => ({ places, terminals: await terminals.current() });
}
