import type { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { createDynamoDbQuoteReader } from '../store/dynamodb-quote-reader.ts';
import { createDynamoDbStrategyVersions } from '../strategy/dynamodb-strategy-versions.ts';
import { composeSheetPdf } from './compose-sheet-pdf.ts';
import { createRenderSheet, type SenderNames } from './render-sheet.ts';

/** Environment variables of a function that renders sheets. */
export const SHEET_VARIABLES = { QUOTES_TABLE: text(), STRATEGIES_TABLE: text() };

/** Renders sheets from the tables. */
export const composeRenderSheet = (
  env: Environment<typeof SHEET_VARIABLES>,
  client: ReturnType<typeof createDocumentClient>,
  senders: SenderNames,
) =>
  createRenderSheet({
    quotes: createDynamoDbQuoteReader({ client, TableName: env.QUOTES_TABLE, now: () => new Date() }),
    senders,
    strategies: createDynamoDbStrategyVersions(client, env.STRATEGIES_TABLE),
    renderPdf: composeSheetPdf,
  });
