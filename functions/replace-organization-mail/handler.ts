import * as v from 'valibot';
import { createDynamoDbAuditWriter } from '../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDynamoDbMailboxes } from '../../shared/chats/dynamodb-mailboxes.ts';
import { replaceMailSettingsUseCase } from '../../shared/chats/mail-settings.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text(), AUDIT_TABLE: text(), MAIL_DOMAIN: v.optional(text()) });
const audit = createDynamoDbAuditWriter(env.AUDIT_TABLE);
const mailboxes = createDynamoDbMailboxes(createDocumentClient(), env.RFPS_TABLE, audit);
const replaceMailSettings = replaceMailSettingsUseCase(mailboxes, env.MAIL_DOMAIN, () => new Date());

export const handler = createApiHandler(definition, ({ body, caller }) => replaceMailSettings(body, caller));
