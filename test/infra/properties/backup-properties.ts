import { OTHER_ACCOUNT, OTHER_REGION } from '../../support/sample-backups.ts';
import type { Template } from '../../support/synthesized-templates.ts';
import { at, firstOf, type Property, resourcesOf, unless } from './property.ts';

const VAULT = 'AWS::Backup::BackupVault';
const PLAN = 'AWS::Backup::BackupPlan';
const SELECTION = 'AWS::Backup::BackupSelection';
const TABLE = 'AWS::DynamoDB::GlobalTable';
const ROLE = 'AWS::IAM::Role';
const POLICY = 'AWS::IAM::Policy';

/** Tables whose loss costs nothing after a day. */
const REGENERABLE = /^idempotency/;

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const ruleOf = (data: Template) =>
  Object(at(firstOf(data, PLAN).Properties, 'BackupPlan', 'BackupPlanRule', 0));
const copiesOf = (data: Template) => Object.values(Object(ruleOf(data).CopyActions)) as object[];
const selectionOf = (data: Template) => Object(firstOf(data, SELECTION).Properties.BackupSelection);
const selected = (data: Template) => JSON.stringify(selectionOf(data).Resources);

const [ALLOWED, ON_RECOVERY_POINTS] = [
  /^(dynamodb:(DescribeTable|StartAwsBackupJob|ListTagsOfResource)|backup:(DescribeBackupVault|CopyIntoBackupVault))$/,
  'backup:CopyFromBackupVault',
];

const statementsOf = (data: Template): Statement[] =>
  resourcesOf(data, POLICY).flatMap(
    ([, { Properties }]) => at(Properties, 'PolicyDocument', 'Statement') as Statement[],
  );

/** Of an environment with backups, copied to two vaults. */
export const BACKUP_PROPERTIES: readonly Property[] = [
  {
    name: 'every table is backed up by its ARN, except those whose data can be regenerated',
    violations: ({ data }) => [
      ...resourcesOf(data, TABLE)
        .filter(([id]) => selected(data).includes(`"${id}","Arn"`) === REGENERABLE.test(id))
        .map(([id]) => id),
      ...(selectionOf(data).ListOfTags === undefined ? [] : ['tags select tables']),
      ...(selected(data).includes('*') ? ['a pattern selects tables'] : []),
    ],
  },
  {
    name: 'each backup is copied to the vault in another region and to the one in another account, with its own retention',
    violations: ({ data }) => {
      const copies = copiesOf(data).map((copy) => [
        at(copy, 'DestinationBackupVaultArn'),
        at(copy, 'Lifecycle', 'DeleteAfterDays'),
      ]);
      const wanted = [
        [OTHER_REGION, 35],
        [OTHER_ACCOUNT, 90],
      ];
      return JSON.stringify(copies) === JSON.stringify(wanted) ? [] : ['copies'];
    },
  },
  {
    name: 'backups are daily, so that no more than about a day is lost with the region',
    violations: ({ data }) =>
      /^cron\(\d+ \d+ \* \* \? \*\)$/.test(String(ruleOf(data).ScheduleExpression)) ? [] : ['schedule'],
  },
  {
    name: 'no backup can be deleted before its retention ends, and the vault outlives its stack',
    violations: ({ data }) =>
      unless(
        data,
        VAULT,
        ({ Properties, DeletionPolicy, UpdateReplacePolicy }) =>
          DeletionPolicy === 'RetainExceptOnCreate' &&
          UpdateReplacePolicy === 'Retain' &&
          at(Properties, 'LockConfiguration', 'MinRetentionDays') ===
            at(ruleOf(data), 'Lifecycle', 'DeleteAfterDays') &&
          at(Properties, 'LockConfiguration', 'ChangeableForDays') === 3,
      ),
  },
  {
    name: 'the role of AWS Backup has no managed policy, and can only back up these tables and copy to these vaults',
    violations: ({ data }) => [
      ...unless(data, ROLE, ({ Properties }) => {
        const trust = JSON.stringify(Properties.AssumeRolePolicyDocument);
        return (
          Properties.ManagedPolicyArns === undefined &&
          trust.includes('backup.amazonaws.com') &&
          trust.includes('aws:SourceAccount')
        );
      }),
      ...statementsOf(data)
        .filter(({ Action, Resource }) => {
          const actions = [Action].flat();
          if (actions.every((action) => action === ON_RECOVERY_POINTS)) {
            return !JSON.stringify(Resource).includes(':recovery-point:*');
          }
          return !actions.every((action) => ALLOWED.test(action)) || JSON.stringify(Resource).includes('*');
        })
        .map(({ Action }) => String(Action)),
      ...(statementsOf(data).length === 0 ? ['no rights at all'] : []),
    ],
  },
];
