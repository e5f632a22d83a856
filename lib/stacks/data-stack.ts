import { ArnFormat, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupSelection,
  BackupVault,
  type LockConfiguration,
} from 'aws-cdk-lib/aws-backup';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { TableName } from '../../functions/definition-types.ts';
import {
  DUE_ATTRIBUTES,
  DUE_INDEX,
  LISTED_ATTRIBUTES,
  WEBHOOK_INDEX,
} from '../../shared/webhooks/deliveries/delivery.ts';
import { serviceAlarm } from '../alarms/service-alarm.ts';
import { math, metric } from '../alarms/service-metrics.ts';
import { removalPolicyOf } from '../constructs/retention.ts';
import { parameterNames } from '../parameters/parameter-names.ts';
import {
  type BackupSettings,
  COMPLIANCE_GRACE_DAYS,
  type EnvironmentSettings,
  isProtected,
} from '../settings/environments.ts';

/** Tables without backups: an answer to an Idempotency-Key is kept for a day, as long as a backup can be old. */
const NOT_BACKED_UP: readonly TableName[] = ['idempotency'];

/** Metrics of jobs that ended without a backup or copy. */
const FAILURES = [
  'NumberOfBackupJobsFailed',
  'NumberOfBackupJobsAborted',
  'NumberOfBackupJobsExpired',
  'NumberOfCopyJobsFailed',
] as const;

/**
 * Daily backups of the tables whose data cannot be regenerated: a vault, a plan with copies, the role of AWS Backup, and
 * an alarm. The key that AWS manages for AWS Backup encrypts the vault: a copy is encrypted under the key of its own vault.
 */
class TableBackups extends Construct {
  constructor(
    scope: Construct,
    id: string,
    settings: BackupSettings,
    tables: ReadonlyMap<TableName, TableV2>,
  ) {
    super(scope, id);
    const backedUp = [...tables].filter(([name]) => !NOT_BACKED_UP.includes(name)).map(([, table]) => table);
    const vault = new BackupVault(this, 'Vault', {
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...lockOf(settings),
    });
    const copies = settings.copies.map(({ vaultArn, retentionDays }, index) => ({
      destinationBackupVault: BackupVault.fromBackupVaultArn(this, `Destination${index}`, vaultArn),
      deleteAfter: Duration.days(retentionDays),
    }));
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          // 05:00 UTC: after the end of a business day in North America, before the weekly jobs.
          scheduleExpression: Schedule.cron({ hour: '5', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          deleteAfter: Duration.days(settings.retentionDays),
          copyActions: copies,
        }),
      ],
    });
    new BackupSelection(this, 'Selection', {
      backupPlan: plan,
      role: this.backupRole(vault, backedUp, settings),
      disableDefaultBackupPolicy: true,
      resources: backedUp.map((table) => BackupResource.fromArn(table.tableArn)),
    });
    this.addAlarm(vault.backupVaultName);
  }

  /** The role of AWS Backup: it can back up these tables, copy to these vaults, and restore nothing. */
  private backupRole(
    { backupVaultArn }: BackupVault,
    tables: readonly TableV2[],
    { copies }: BackupSettings,
  ): Role {
    const role = new Role(this, 'Role', {
      description: 'AWS Backup: backs up the tables and copies the backups',
      assumedBy: new ServicePrincipal('backup.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    const tableArns = tables.map(({ tableArn }) => tableArn);
    const vaultArns = copies.map(({ vaultArn }) => vaultArn);
    // The actions of the managed policy AWSBackupServiceRolePolicyForBackup that concern DynamoDB.
    const allow = (actions: string[], resources: string[]) => {
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    };
    allow(['dynamodb:DescribeTable', 'dynamodb:StartAwsBackupJob', 'dynamodb:ListTagsOfResource'], tableArns);
    allow(['backup:DescribeBackupVault'], [backupVaultArn]);
    if (vaultArns.length > 0) {
      // Recovery points have ARNs of their own, which exist only after the backup.
      const recoveryPoints = Stack.of(this).formatArn({
        service: 'backup',
        resource: 'recovery-point',
        resourceName: '*',
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
      allow(['backup:CopyFromBackupVault'], [recoveryPoints]);
      allow(['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault'], vaultArns);
    }
    return role;
  }

  private addAlarm(BackupVaultName: string): void {
    const period = Duration.hours(1);
    const failures = FAILURES.map((name) =>
      metric('AWS/Backup', name, 'Sum', { BackupVaultName }).with({ period }),
    );
    serviceAlarm(
      this,
      'JobFailed',
      math('SUM(METRICS())', 'failed backup and copy jobs', failures, period),
      {
        severity: 'ticket',
        happened: 'A daily backup of a table, or its copy to another vault, failed.',
        impact:
          'none for callers; if the table or the region is lost now, the data since the last backup is lost with it.',
        first: `aws backup list-backup-jobs --query "BackupJobs[?State!='COMPLETED']", for copies list-copy-jobs.`,
        runbook: 'a-backup-fails',
      },
      { threshold: 1, evaluationPeriods: 1 },
    );
  }
}

function lockOf({ lock, retentionDays }: BackupSettings): { lockConfiguration?: LockConfiguration } {
  if (lock === 'none') return {};
  const minRetention = Duration.days(retentionDays);
  return {
    lockConfiguration: {
      minRetention,
      ...(lock === 'compliance' ? { changeableFor: Duration.days(COMPLIANCE_GRACE_DAYS) } : {}),
    },
  };
}

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
        sortKey: text('nextAttemptAt'),
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
