import * as v from 'valibot';
import { createDynamoDbMailboxes } from '../../shared/chats/dynamodb-mailboxes.ts';
import { readMailSettingsUseCase } from '../../shared/chats/mail-settings.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { definition } from './definition.ts';

const env = readEnv({ RFPS_TABLE: text(), MAIL_DOMAIN: v.optional(text()) });
const mailboxes = createDynamoDbMailboxes(createDocumentClient(), env.RFPS_TABLE);
const readMailSettings = readMailSettingsUseCase(mailboxes, env.MAIL_DOMAIN);

export const handler = createApiHandler(definition, ({ caller }) => readMailSettings(caller));
