import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { createFreightApp } from '../../lib/freight-app.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';

/** Prints, as JSON, what the rule packs of AWS find in the apps of dev, staging and prod, and in a damaged one. */

/** A rule that a resource violates, with both names from cdk-nag. */
interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly path: string;
}

/** An accepted finding, for a construct and its children. */
interface Acknowledgement {
  readonly rule: string;
  readonly reason: string;
  readonly path: string;
}

const PACKS = /^(AwsSolutions|Serverless)-/;

export interface RuleFindings {
  /** Findings to fix or to acknowledge. */
  readonly open: readonly Finding[];
  readonly acknowledged: readonly Acknowledgement[];
  /** Exceptions without a finding: the resource is fixed or deleted. */
  readonly stale: readonly Acknowledgement[];
}

/** Runs the AWS rule packs on an app that need not be synthesized. @param create creates an equal app each time. */
function ruleFindings(create: () => App): RuleFindings {
  const app = create();
  // The CDK acknowledges findings of its own checks, which do not run here.
  const acknowledged = acknowledgementsOf(app).filter(({ rule }) => PACKS.test(rule));
  const all = findingsIn(withoutAcknowledgements(create));
  const answers = (finding: Finding, { rule, path }: Acknowledgement) =>
    finding.rule === rule && `${finding.path}/`.startsWith(`${path}/`);
  return {
    open: findingsIn(app),
    acknowledged,
    stale: acknowledged.filter((one) => !all.some((finding) => answers(finding, one))),
  };
}

function findingsIn(app: App): Finding[] {
  return [new AwsSolutionsChecks(), new ServerlessChecks()].flatMap((pack) =>
    pack.validateScope(app).violations.flatMap(({ ruleName, severity = '', violatingResources }) =>
      violatingResources.map(({ constructPath = '' }) => ({
        rule: ruleName,
        severity,
        path: constructPath,
      })),
    ),
  );
}

function acknowledgementsOf(app: App): Acknowledgement[] {
  return app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => ({ rule: id.replace(/^annotation::/i, ''), reason, path: node.path })),
  );
}

function withoutAcknowledgements(create: () => App): App {
  const { acknowledge } = Validations.prototype;
  Validations.prototype.acknowledge = () => {};
  try {
    return create();
  } finally {
    Validations.prototype.acknowledge = acknowledge;
  }
}

/** A queue that accepts unencrypted requests, and an unused exception. */
function damaged(app: App): App {
  const [stack] = app.node.children.filter(Stack.isStack);
  if (stack === undefined) throw new Error('the app has no stack');
  Validations.of(new Queue(stack, 'Damaged')).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'A queue is not a bucket.',
  });
  return app;
}

const findings: Record<string, RuleFindings> = {};
for (const name of ['dev', 'staging', 'prod']) {
  findings[name] = ruleFindings(() => createFreightApp(environmentSettings(name)));
}
findings.damaged = ruleFindings(() => damaged(createFreightApp(environmentSettings('prod'))));
console.log(JSON.stringify(findings));
