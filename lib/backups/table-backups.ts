import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupSelection,
  BackupVault,
  type LockConfiguration,
} from 'aws-cdk-lib/aws-backup';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { TableName } from '../../functions/definition-types.ts';
import { serviceAlarm } from '../alarms/service-alarm.ts';
import { math, metric } from '../alarms/service-metrics.ts';
import { type BackupSettings, COMPLIANCE_GRACE_DAYS } from '../settings/environments.ts';

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
export class TableBackups extends Construct {
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
    const failures = FAILURES.map(
      (name, index) =>
        [
          `failures${index}`,
          metric('AWS/Backup', name, 'Sum', { BackupVaultName }).with({ period }),
        ] as const,
    );
    serviceAlarm(
      this,
      'JobFailed',
      math('SUM(METRICS())', 'failed backup and copy jobs', Object.fromEntries(failures), period),
      {
        severity: 'ticket',
        happened: 'A daily backup of a table, or its copy to another vault, failed.',
        impact:
          'none for callers; if the table or the region is lost now, the data since the last backup is lost with it.',
        first: 'aws backup list-backup-jobs --by-state FAILED.',
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
