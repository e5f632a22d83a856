import { it } from '@jest/globals';
import type { Feature, ServiceUnderTest } from '../../support/service-under-test.ts';

/** A test that requires a feature; on a service without it, the test prints a message and passes. */
export function itRequiresFeature(
  service: () => ServiceUnderTest,
  feature: Feature,
  name: string,
  row: () => Promise<void>,
): void {
  it(name, async () => {
    if (service().missing.includes(feature)) {
      process.stderr.write(`    skipped on ${service().name}, which lacks ${feature}: ${name}\n`);
      return;
    }
    await row();
  });
}
