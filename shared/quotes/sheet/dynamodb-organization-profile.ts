import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { Logo } from './read-logo.ts';

/** What sheets show of the organization that sends them. A text that was not given is "". */
export interface OrganizationProfile {
  readonly name: string;
  readonly contact: string;
  readonly email: string;
  readonly phone: string;
  readonly address: readonly string[];
  readonly mcNumber: string;
  readonly dotNumber: string;
  readonly logo?: Logo;
  /** Absent before the first change. */
  readonly updatedAt?: string;
}

export const NO_PROFILE: OrganizationProfile = {
  ...{ name: '', contact: '', email: '', phone: '', address: [], mcNumber: '', dotNumber: '' },
};

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

export type ProfileStore = ReturnType<typeof createDynamoDbProfiles>;

/** Profiles in the table of contract rates, next to customers. IAM: `GetItem`; `PutItem` to replace. */
export function createDynamoDbProfiles(client: DynamoDBDocumentClient, TableName: string) {
  const keyOf = ({ orgId, mode }: Account) => ({ pk: `${orgId}#${mode}#profile`, sk: 'profile' });
  return {
    /** Strongly consistent; texts are empty before the first change. */
    async read(account: Account): Promise<OrganizationProfile> {
      const get = new GetCommand({ TableName, Key: keyOf(account), ConsistentRead: true });
      const { Item } = await client.send(get);
      return Item === undefined ? NO_PROFILE : readProfileItem(Item);
    },
    async replace(account: Account, { logo, ...profile }: OrganizationProfile): Promise<void> {
      const { bytes, ...picture } = logo ?? {};
      const data = JSON.stringify(logo === undefined ? profile : { ...profile, logo: picture });
      const Item = { ...keyOf(account), data, ...(bytes && { logo: bytes }) };
      await client.send(new PutCommand({ TableName, Item }));
    },
  };
}
