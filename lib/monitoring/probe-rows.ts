import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { customMetric } from '../alarms/delivery-alarms.ts';
import { runbookLink } from '../settings/runbook-sections.ts';
import { graph, heading } from './graph.ts';

/** Dashboard rows of the probe. @param probe name of the function. */
export const probeRows = (probe: string, runbook: string): IWidget[][] => [
  [heading('Probe of the public API', runbookLink(runbook, 'the-probe-fails'))],
  [
    graph('runs', 8, [
      customMetric(probe, 'ProbeFailures', 'Sum', 'failed runs'),
      customMetric(probe, 'ProbeEventsSent', 'Sum', 'events sent'),
      customMetric(probe, 'ProbeEventsReceived', 'Sum', 'events received'),
    ]),
    graph('rate of one lane, ms', 8, [customMetric(probe, 'ProbeRateLatency', 'Maximum', 'rate')]),
    graph('seconds from quote to webhook', 8, [
      customMetric(probe, 'ProbeDeliveryTime', 'Maximum', 'delivery'),
    ]),
  ],
];
