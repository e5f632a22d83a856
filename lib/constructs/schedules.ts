import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { createFailedEventsQueue, failureDestination } from './failed-events.ts';
import { acknowledgeNoDeadLetterQueue, type ServiceFunction } from './service-function.ts';

/** Retries of an event: by EventBridge if it cannot deliver the event, by Lambda if the function fails. */
const RETRIES = 2;

/** An event that fails for so long goes to the queue of failed events. */
const MAX_EVENT_AGE = Duration.hours(1);

/** Scheduled functions. Events that fail after all retries go to one queue, which raises an alarm. */
export class Schedules extends Construct {
  private readonly failedEvents: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failedEvents = createFailedEventsQueue(this);
  }

  /** Schedules a function with an EventBridge expression. The description of the rule is the name of the function. */
  add({ lambda, definition }: ServiceFunction, expression: string): void {
    lambda.configureAsyncInvoke({
      retryAttempts: RETRIES,
      maxEventAge: MAX_EVENT_AGE,
      onFailure: failureDestination(lambda, this.failedEvents),
    });
    acknowledgeNoDeadLetterQueue(
      lambda,
      'Failed runs go to a queue by the failure destination, which includes the error; a dead-letter queue of the function would contain only the event.',
    );
    new Rule(this, definition.function, {
      description: definition.function,
      schedule: Schedule.expression(expression),
      targets: [
        new LambdaTarget(lambda, {
          deadLetterQueue: this.failedEvents,
          retryAttempts: RETRIES,
          maxEventAge: MAX_EVENT_AGE,
        }),
      ],
    });
  }
}
