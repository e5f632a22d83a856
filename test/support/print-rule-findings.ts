import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { createFreightApp } from '../../lib/freight-app.ts';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { type RuleFindings, ruleFindings } from './rule-findings.ts';

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
