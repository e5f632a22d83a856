import { Stack, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import type { TableName } from '../../functions/definition-types.ts';
import {
  DUE_ATTRIBUTES,
  DUE_INDEX,
  LISTED_ATTRIBUTES,
  WEBHOOK_INDEX,
} from '../../shared/webhooks/deliveries/delivery.ts';
import { TableBackups } from '../backups/table-backups.ts';
import { removalPolicyOf } from '../constructs/retention.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import { type EnvironmentSettings, isProtected } from '../settings/environments.ts';

type TableKeys = Pick<
  TablePropsV2,
  'partitionKey' | 'sortKey' | 'globalSecondaryIndexes' | 'timeToLiveAttribute' | 'dynamoStream'
>;

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

export const TABLES: Readonly<Record<TableName, TableKeys>> = {
  organizations: { partitionKey: text('pk') },
  usage: { partitionKey: text('account'), sortKey: text('period') },
  // Readers check the expiry time of the item; TTL only deletes it, up to days later.
  idempotency: { partitionKey: text('pk'), timeToLiveAttribute: 'ttl' },
  terminals: {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    // The old image contains the last revision of a deleted row.
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
  },
  strategies: { partitionKey: text('account'), sortKey: number('version') },
  quotes: {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    globalSecondaryIndexes: [
      {
        indexName: 'by-expiry',
        partitionKey: text('expiry'),
        sortKey: text('pk'),
        projectionType: ProjectionType.KEYS_ONLY,
      },
    ],
    // Only items of share links have this attribute. Readers check the expiry.
    timeToLiveAttribute: 'ttl',
    // Events are derived from the difference between the old and the new image.
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
  },
  contracts: { partitionKey: text('pk'), sortKey: text('sk') },
  // Messages and events are derived from the difference between the old and the new image of a head.
  rfps: {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    // Only chats, which are also here, have this attribute.
    timeToLiveAttribute: 'ttl',
    dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
  },
  market: { partitionKey: text('pk'), sortKey: text('sk') },
  webhooks: { partitionKey: text('pk'), sortKey: text('sk') },
  deliveries: {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    // Deliveries are kept for 30 days.
    timeToLiveAttribute: 'ttl',
    globalSecondaryIndexes: [
      {
        indexName: WEBHOOK_INDEX,
        partitionKey: text('webhookId'),
        sortKey: text('deliveryId'),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...LISTED_ATTRIBUTES],
      },
      {
        indexName: DUE_INDEX,
        partitionKey: text('webhookId'),
        sortKey: text('dueAt'),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [...DUE_ATTRIBUTES],
      },
    ],
  },
  // Events are kept for 400 days.
  audit: { partitionKey: text('account'), sortKey: text('id'), timeToLiveAttribute: 'ttl' },
};

/** All persistent data: tables are retained, encrypted, and have point-in-time recovery for 35 days. */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, settings: EnvironmentSettings, props?: StackProps) {
    super(scope, id, props);
    const names = parameterNames(settings.name);
    const tables = new Map<TableName, TableV2>();
    for (const [name, keys] of Object.entries(TABLES) as [TableName, TableKeys][]) {
      const warm = settings.warmThroughput?.[name];
      const table = new TableV2(this, `${name}-table`, {
        ...keys,
        billing: Billing.onDemand(),
        ...(warm && { warmThroughput: warm }),
        deletionProtection: isProtected(settings, this.stackName),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        removalPolicy: removalPolicyOf(settings),
      });
      tables.set(name, table);
      this.publish(`${name}-table-name`, names.table(name), table.tableName);
      if (keys.dynamoStream !== undefined && table.tableStreamArn !== undefined) {
        this.publish(`${name}-stream-arn`, names.streamArn(name), table.tableStreamArn);
      }
    }
    const webhookSecrets = new Key(this, 'webhook-secrets-key', {
      description: `${settings.name}: signing secrets of webhooks`,
      enableKeyRotation: true,
      // A replica in another region decrypts the same ciphertexts. A key cannot become multi-Region later.
      multiRegion: true,
      removalPolicy: removalPolicyOf(settings),
    });
    this.publish('webhook-secrets-key-arn', names.webhookSecretsKeyArn, webhookSecrets.keyArn);
    if (settings.backups !== undefined) new TableBackups(this, 'Backups', settings.backups, tables);
  }

  private publish(id: string, parameterName: string, stringValue: string): void {
    new StringParameter(this, id, { parameterName, stringValue });
  }
}
