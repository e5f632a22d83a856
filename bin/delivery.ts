import { createDeliveryApp, readDeliverySettings } from '../lib/delivery/delivery-stack.ts';

/** The CDK app of `npm run cdk:delivery`: roles of the workflows in one account (docs/operators/continuous-delivery.md). */
try {
  const context: Record<string, unknown> = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  createDeliveryApp(readDeliverySettings(context)).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
