import type { Template } from '../../support/synthesized-templates.ts';
import { actionsOf, at, firstOf, type Property, resourcesOf, statementsOf, unless } from './property.ts';

const BUCKET = 'AWS::S3::Bucket';
const _BUCKET_POLICY = 'AWS::S3::BucketPolicy';
const QUEUE = 'AWS::SQS::Queue';
const FUNCTION = 'AWS::Lambda::Function';
const MAPPING = 'AWS::Lambda::EventSourceMapping';
const RULE = 'AWS::Events::Rule';

/** The pattern of keys in a resource: the end of its ARN, whichever stack has the bucket. */
const keyOf = (resource: unknown): string =>
  String((at(resource, 'Fn::Join', 1) as unknown[] | undefined)?.at(-1));

/** What functions may do with objects: actions with the patterns of their keys. */
const objectRights = (
  template: Template,
  isOf = (_policy: string) => true,
): [action: string, keys: string][] =>
  statementsOf(template)
    .filter(([policy]) => isOf(policy))
    .flatMap(([, statement]) =>
      actionsOf(statement)
        .filter((action) => /^s3:\w+Object/.test(action))
        .flatMap((action) =>
          [statement.Resource].flat().map((resource): [string, string] => [action, keyOf(resource)]),
        ),
    );

/** Whether a resource belongs to the import of uploads, by its logical id. */
const isOfImport = (id: string): boolean => /^(importmarket|uploads|Uploaded)/.test(id);

/** The stack of work with only the resources of the import. */
const ofImport = ({ Resources }: Template): Template => ({
  Resources: Object.fromEntries(Object.entries(Resources).filter(([id]) => isOfImport(id))),
});

const ANNOUNCED = String.raw`^/organizations/\*/(api|contract-rates|quotes)/upl_\?{27}\.csv`;
const RFP_FILE = String.raw`^/organizations/\*/rfps/R-\?{27}\.rfp\.csv$`;
const MAY_WRITE = new RegExp(String.raw`${ANNOUNCED}(\.upload\.json)?$|${RFP_FILE}`);
const RFP_RESULTS = String.raw`^/organizations/\*/rfps/R-\?{27}-\*\.rfp-results\.(csv|xlsx)$`;
const MAY_READ = new RegExp(String.raw`${ANNOUNCED}\.(upload\.json|rejected\.csv)$|${RFP_RESULTS}`);

/** Functions of chats read and delete files of mails, which no caller sends. */
const CHAT_FILE = /^s3:(GetObject|DeleteObject) \/organizations\/\*\/chats\/C-\?{27}-\*\.attachment$/;

/** None of them is the key of an upload. */
const WRITTEN = ['/work/*', '/*.upload.json', '/*.rejected.csv'];

/** Properties of the bucket of uploads and of the import function. */
export const UPLOAD_PROPERTIES: readonly Property[] = [
  {
    name: 'a file that waits survives the removal of its stack, and none is kept for ever',
    violations: ({ workers }) =>
      unless(workers, BUCKET, ({ Properties, DeletionPolicy, UpdateReplacePolicy }) => {
        const rule = at(Properties, 'LifecycleConfiguration', 'Rules', 0);
        return (
          DeletionPolicy === 'RetainExceptOnCreate' &&
          UpdateReplacePolicy === 'Retain' &&
          at(rule, 'Status') === 'Enabled' &&
          at(rule, 'Prefix') === undefined &&
          Number(at(rule, 'ExpirationInDays')) === 7 &&
          Number(at(rule, 'AbortIncompleteMultipartUpload', 'DaysAfterInitiation')) === 1
        );
      }),
  },
  {
    name: 'an import cannot change nor delete an upload',
    violations: ({ workers }) => {
      const rights = objectRights(workers, isOfImport);
      if (rights.length < 5) return ['a right of the import is missing'];
      return rights
        .filter(([action, keys]) => action !== 's3:GetObject' && !WRITTEN.includes(keys))
        .map(([action, keys]) => `${action} ${keys}`);
    },
  },
  {
    name: 'functions of the API write only announced uploads and files of lanes, and read none of them',
    violations: ({ api }) => {
      const rights = objectRights(api);
      if (rights.length < 6) return ['a right of the API is missing'];
      return rights
        .filter(([action, key]) => !(action === 's3:PutObject' ? MAY_WRITE : MAY_READ).test(key))
        .map(([action, key]) => `${action} ${key}`)
        .filter((right) => !CHAT_FILE.test(right));
    },
  },
  {
    name: 'the bucket sends an event for each upload, and the rule filters out files that imports write',
    violations: ({ workers }) => {
      const given = unless(
        workers,
        BUCKET,
        ({ Properties }) =>
          at(Properties, 'NotificationConfiguration', 'EventBridgeConfiguration', 'EventBridgeEnabled') ===
          true,
      );
      const heard = unless(ofImport(workers), RULE, ({ Properties }) => {
        const except = at(Properties, 'EventPattern', 'detail', 'object', 'key', 0, 'anything-but', 'suffix');
        const endings = [
          '.attachment',
          '.rfp.csv',
          '.rfp-results.csv',
          '.rfp-results.xlsx',
          ...WRITTEN.map((keys) => keys.replace(/^\/(work\/)?\*/, '') || '.work'),
        ];
        return (
          Properties.State === 'ENABLED' &&
          JSON.stringify([...(except as string[])].sort()) === JSON.stringify(endings.sort()) &&
          at(Properties, 'Targets', 0, 'DeadLetterConfig', 'Arn') !== undefined
        );
      });
      return [...given, ...heard];
    },
  },
  {
    name: 'a failed upload message is retried separately and ends in the dead-letter queue',
    violations: ({ workers }) => {
      const { Properties } = firstOf(ofImport(workers), FUNCTION);
      const worked = resourcesOf(ofImport(workers), QUEUE).filter(
        ([, queue]) => queue.Properties.RedrivePolicy !== undefined,
      );
      return [
        ...(worked.length === 1 ? [] : ['no queue with dead letters']),
        ...worked
          .filter(([, queue]) => Number(queue.Properties.VisibilityTimeout) < 6 * Number(Properties.Timeout))
          .map(([id]) => id),
        ...unless(
          ofImport(workers),
          MAPPING,
          (mapping) =>
            JSON.stringify(mapping.Properties.FunctionResponseTypes) === '["ReportBatchItemFailures"]' &&
            mapping.Properties.BatchSize === 1 &&
            Number(at(mapping.Properties, 'ScalingConfig', 'MaximumConcurrency')) === 2,
        ),
      ];
    },
  },
];
