import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { NO_PROFILE, type OrganizationProfile, type ProfileStore } from './organization-profile.ts';

const profileItem = v.object({
  data: v.string(),
  logo: v.exactOptional(v.instance(Uint8Array)),
});

/** @throws ValiError if the item is not of a profile. */
export function readProfileItem(item: unknown): OrganizationProfile {
  const { data, logo: bytes } = v.parse(profileItem, item);
  const { logo, ...profile } = JSON.parse(data);
  return bytes === undefined ? profile : { ...profile, logo: { ...logo, bytes } };
}

/** Profiles in the table of contract rates, next to customers. IAM: `GetItem`; `PutItem` to replace. */
export function createDynamoDbProfiles(client: DynamoDBDocumentClient, TableName: string): ProfileStore {
  const keyOf = ({ orgId, mode }: Account) => ({ pk: `${orgId}#${mode}#profile`, sk: 'profile' });
  return {
    async read(account) {
      const get = new GetCommand({ TableName, Key: keyOf(account), ConsistentRead: true });
      const { Item } = await client.send(get);
      return Item === undefined ? NO_PROFILE : readProfileItem(Item);
    },
    async replace(account, { logo, ...profile }) {
      const { bytes, ...picture } = logo ?? {};
      const data = JSON.stringify(logo === undefined ? profile : { ...profile, logo: picture });
      const Item = { ...keyOf(account), data, ...(bytes && { logo: bytes }) };
      await client.send(new PutCommand({ TableName, Item }));
    },
  };
}
