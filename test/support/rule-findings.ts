import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';

/** A rule that a resource violates, with both names from cdk-nag. */
export interface Finding {
  readonly rule: string;
  readonly severity: string;
  readonly path: string;
}

/** An accepted finding, for a construct and its children. */
export interface Acknowledgement {
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
export function ruleFindings(create: () => App): RuleFindings {
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

/** All acknowledged findings in an app, of any tool. */
export const acknowledgementsOf = (app: App): Acknowledgement[] =>
  app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => ({ rule: id.replace(/^annotation::/i, ''), reason, path: node.path })),
  );

function withoutAcknowledgements(create: () => App): App {
  const { acknowledge } = Validations.prototype;
  Validations.prototype.acknowledge = () => {};
  try {
    return create();
  } finally {
    Validations.prototype.acknowledge = acknowledge;
  }
}
