import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { failureDestination } from './failure-destination.ts';
import { givenUpQueue } from './given-up-queue.ts';
import type { ServiceFunction } from './service-function.ts';

/** Times that an event is tried again, by EventBridge where it cannot hand it over, by Lambda where the function fails. */
const RETRIES = 2;

/** An event older than this has been overtaken by the next one. */
const MOST_AGE = Duration.hours(1);

/** Functions that run by the clock. Events that were given up are kept in one queue, which raises an alarm. */
export class Schedules extends Construct {
  private readonly givenUp: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.givenUp = givenUpQueue(this, {
      severity: 'ticket',
      happened: 'A scheduled run was given up after its retries.',
      impact: 'that of the function which the event in the queue names.',
      runbook: 'a-scheduled-run-was-given-up',
    });
  }

  /** Runs a function by an EventBridge expression; the rule's description is the function's name. */
  add({ lambda, definition }: ServiceFunction, expression: string): void {
    lambda.configureAsyncInvoke({
      retryAttempts: RETRIES,
      maxEventAge: MOST_AGE,
      onFailure: failureDestination(lambda, this.givenUp),
    });
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason:
        'Runs that fail go to a queue by the failure destination, which tells the error too; a dead-letter queue of the function would tell the event alone.',
    });
    new Rule(this, definition.function, {
      description: definition.function,
      schedule: Schedule.expression(expression),
      targets: [
        new LambdaTarget(lambda, {
          deadLetterQueue: this.givenUp,
          retryAttempts: RETRIES,
          maxEventAge: MOST_AGE,
        }),
      ],
    });
  }
}
