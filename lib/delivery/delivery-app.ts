import { App, type IStackSynthesizer, LegacyStackSynthesizer, Tags } from 'aws-cdk-lib';
import { FEATURE_FLAGS } from '../settings/feature-flags.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import { DeliveryStack } from './delivery-stack.ts';

/** The CDK app of the delivery stack of one account. Its stack has no files and exists before the bootstrap. */
export function createDeliveryApp(settings: DeliverySettings, outdir?: string): App {
  const app = new App({
    analyticsReporting: false,
    postCliContext: FEATURE_FLAGS,
    ...(outdir === undefined ? {} : { outdir }),
  });
  new DeliveryStack(app, 'freight-delivery', settings, {
    description: 'Freight rates and quotes: roles of the workflows that deploy',
    // The bootstrap uses the execution policy of this stack, so that its roles do not exist yet.
    synthesizer: new LegacyStackSynthesizer() as IStackSynthesizer,
    terminationProtection: true,
  });
  Tags.of(app).add('service', 'freight-rates-and-quotes');
  return app;
}
