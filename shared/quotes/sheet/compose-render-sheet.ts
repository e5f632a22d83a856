import { createDynamoDbFindOrganization } from '../../accounts/organizations/dynamodb-key-directory.ts';
import type { OrganizationWithoutKeys } from '../../accounts/organizations/organization.ts';
import type { createDocumentClient } from '../../platform/dynamodb/document-client.ts';
import { type Environment, text } from '../../platform/env/read-env.ts';
import { createDynamoDbQuoteReader } from '../store/dynamodb-quote-items.ts';
import { createDynamoDbStrategies } from '../strategy/dynamodb-strategies.ts';
import { createDynamoDbProfiles } from './dynamodb-organization-profile.ts';
import { readSheetFonts } from './embedded-sheet-fonts.ts';
import type { QuoteSheet } from './quote-sheet.ts';
import { createRenderSheet } from './render-sheet.ts';

/** Renders a sheet as PDF with the fonts of the bundle. The library is loaded by the first call. */
async function composeSheetPdf(sheet: QuoteSheet): Promise<string> {
  const { sheetPdf } = await import('./sheet-pdf.ts');
  return sheetPdf(sheet, readSheetFonts());
}

export const SHEET_VARIABLES = {
  QUOTES_TABLE: text(),
  STRATEGIES_TABLE: text(),
  CONTRACTS_TABLE: text(),
  ORGANIZATIONS_TABLE: text(),
};

/** Renders sheets from the tables. @param maySend whose sheets are shown; by default, those of every organization. */
export const composeRenderSheet = (
  env: Environment<typeof SHEET_VARIABLES>,
  client: ReturnType<typeof createDocumentClient>,
  maySend: (organization: OrganizationWithoutKeys) => boolean = () => true,
) => {
  const findOrganization = createDynamoDbFindOrganization(client, env.ORGANIZATIONS_TABLE);
  return createRenderSheet({
    quotes: createDynamoDbQuoteReader({ client, TableName: env.QUOTES_TABLE }),
    senders: {
      readName: async (orgId) => {
        const organization = await findOrganization(orgId);
        return organization && maySend(organization) ? organization.name : undefined;
      },
    },
    profiles: createDynamoDbProfiles(client, env.CONTRACTS_TABLE),
    strategies: createDynamoDbStrategies(client, env.STRATEGIES_TABLE),
    renderPdf: composeSheetPdf,
  });
};
