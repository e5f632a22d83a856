import { createDynamoDbCustomerMatches } from '../../shared/customers/dynamodb-customers.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { createDynamoDbQuoteReports } from '../../shared/quotes/reports/dynamodb-report-cells.ts';
import { readQuoteReportUseCase } from '../../shared/quotes/reports/read-quote-report.ts';
import { composeRfpReader } from '../../shared/rfps/compose-rfps.ts';
import { rfpCells } from '../../shared/rfps/report-lanes.ts';
import { definition } from './definition.ts';

const env = readEnv({ QUOTES_TABLE: text(), RFPS_TABLE: text(), CONTRACTS_TABLE: text() });
const client = createDocumentClient();
const readQuoteReport = readQuoteReportUseCase({
  reports: createDynamoDbQuoteReports({ client, TableName: env.QUOTES_TABLE }),
  rfpCells: rfpCells(composeRfpReader(env.RFPS_TABLE)),
  customers: createDynamoDbCustomerMatches(client, env.CONTRACTS_TABLE),
  now: () => new Date(),
});

export const handler = createApiHandler(definition, ({ query, caller }) => readQuoteReport(query, caller));
