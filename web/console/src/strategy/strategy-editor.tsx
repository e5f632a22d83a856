import { Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import {
  type PreviewChangeRange,
  type PreviewPricingStrategyResponse,
  type PricingStrategy,
  type PricingStrategyTerms,
  QuotesApiError,
  type ReplacePricingStrategyBody,
} from '../api/client.ts';
import { fieldMessages } from '../api/field-messages.ts';
import { useSession } from '../api/session.tsx';
import { Form } from '../form/form.tsx';
import { count, counted, dollars, signedDollars, signedPercent } from '../format/numbers.ts';
import { equipmentName } from '../rates/equipment.ts';
import { Bar, DataTable } from '../shell/data-table.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Empty, ErrorNotice, Notice, TextList } from '../shell/feedback.tsx';
import { Facts, Time } from '../shell/page.tsx';
import styles from './strategy.module.css';
import { mergeStrategy, strategyChanges, termsOf } from './strategy-changes.ts';
import { StrategyForm } from './strategy-form.tsx';
import { Author, ChangesList } from './strategy-history.tsx';

/** Unsaved input, and the version that it changes. */
export interface EditedStrategy {
  readonly base: PricingStrategy;
  readonly terms: PricingStrategyTerms;
}

interface StrategyEditorProps {
  readonly current: PricingStrategy;
  readonly edited: EditedStrategy;
  onChange(edited: EditedStrategy): void;
}

const isChangedByOthers = (error: unknown) =>
  error instanceof QuotesApiError && error.code === 'STRATEGY_CHANGED';

/** The form with preview and save. A save succeeds only if the strategy is still the version that the form began with. */
export function StrategyEditor({ current, edited, onChange }: StrategyEditorProps) {
  const { client, canWrite } = useSession();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [isSaving, setSaving] = useState(false);
  const { base, terms } = edited;
  const changes = strategyChanges(base, terms);
  const isChanged = changes.length > 0;
  const isConflict = isChanged && current.version !== base.version;

  const preview = useMutation({
    mutationFn: (previewed: PricingStrategyTerms) => client.pricingStrategy.preview(previewed),
    onSuccess: ({ current_version }) => {
      if (current_version !== base.version) void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
  });
  const saving = useMutation({
    mutationFn: (body: ReplacePricingStrategyBody) =>
      client.pricingStrategy.replace(body, { ifVersion: base.version }),
    onSuccess: ({ warnings: _, ...saved }) => {
      queries.setQueryData(['strategy', 'current'], saved);
      void queries.invalidateQueries({ queryKey: ['strategy', 'history'] });
      onChange({ base: saved, terms: termsOf(saved) });
      setSaving(false);
      setNote('');
      preview.reset();
    },
    onError: (error) => {
      // The messages are at the fields, behind the dialog.
      if (Object.keys(fieldMessages(error)).length > 0) setSaving(false);
      if (!isChangedByOthers(error)) return;
      setSaving(false);
      void queries.invalidateQueries({ queryKey: ['strategy'] });
    },
  });
  const failed = isSaving || isChangedByOthers(saving.error) ? preview : saving.isError ? saving : preview;
  const begin = (next: EditedStrategy) => {
    onChange(next);
    preview.reset();
    saving.reset();
  };
  const send = () => {
    saving.reset();
    preview.mutate(termsOf(terms));
  };
  const save = () => saving.mutate({ ...termsOf(terms), ...(note.trim() !== '' && { note }) });
  const merged = isConflict ? mergeStrategy(base, terms, current) : undefined;
  return (
    <>
      {canWrite ? null : (
        <Notice tone="yellow" title="Not available with this key">
          You can try values and preview them. Saving needs a key that has the right to make changes.
        </Notice>
      )}
      {merged === undefined ? null : (
        <ConflictNotice
          base={base}
          current={current}
          conflicts={merged.conflicts}
          onKeep={() => begin({ base: current, terms: merged.terms })}
          onDiscard={() => begin({ base: current, terms: termsOf(current) })}
        />
      )}
      <Form
        label="Pricing strategy"
        body={terms}
        error={failed.error}
        onChange={(next) => onChange({ base, terms: next })}
        onSend={send}
      >
        <StrategyForm terms={terms} />
        <ErrorNotice error={failed.error} onRetry={failed === preview ? send : () => setSaving(true)} />
        <PlaceWarnings texts={preview.data?.warnings ?? saving.data?.warnings ?? []} />
        {preview.data === undefined ? null : (
          <PreviewResult
            preview={preview.data}
            isOutdated={
              preview.variables === undefined || strategyChanges(preview.variables, terms).length > 0
            }
          />
        )}
        <div className={`spread ${styles.bar}`}>
          <p className="dimmed" role="status">
            {isConflict
              ? 'Decide above what happens to your changes.'
              : isChanged
                ? `${counted(changes.length, 'change')} not saved`
                : saving.isSuccess && saving.data.version === base.version
                  ? `Saved as version ${base.version}. New quotes use it.`
                  : 'No changes'}
          </p>
          <Group gap="xs">
            {isChanged && !isConflict ? (
              <Button variant="subtle" onClick={() => begin({ base: current, terms: termsOf(current) })}>
                Discard
              </Button>
            ) : null}
            <Button
              type="submit"
              variant="default"
              loading={preview.isPending}
              disabled={!isChanged || isConflict}
            >
              Preview
            </Button>
            {canWrite ? (
              <Button
                disabled={!isChanged || isConflict}
                onClick={() => {
                  saving.reset();
                  setSaving(true);
                }}
              >
                Save…
              </Button>
            ) : null}
          </Group>
        </div>
      </Form>
      <Dialog
        opened={isSaving}
        onClose={() => setSaving(false)}
        title={`Save as version ${base.version + 1}?`}
        size="lg"
        centered={false}
      >
        <p className="text">New quotes use these values at once. Existing quotes keep their price.</p>
        <ChangesList changes={changes} />
        <Textarea
          label="Note"
          description="Why the strategy changes. The history shows the note. Optional."
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
          autosize
          minRows={2}
          my="md"
          data-autofocus
        />
        <ErrorNotice error={saving.error} onRetry={save} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setSaving(false)}>
            Cancel
          </Button>
          <Button onClick={save} loading={saving.isPending}>
            Save the strategy
          </Button>
        </Group>
      </Dialog>
    </>
  );
}

/** How the API read places of rules that have namesakes. */
const PlaceWarnings = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length === 0 ? null : (
    <Notice tone="yellow" title="Check the places of the rules">
      <TextList texts={texts} />
    </Notice>
  );

interface ConflictNoticeProps {
  readonly base: PricingStrategy;
  readonly current: PricingStrategy;
  /** Parts that both persons changed to different values. */
  readonly conflicts: readonly string[];
  onKeep(): void;
  onDiscard(): void;
}

/** Another person saved a version during the input: what changed, and what to do with the own changes. */
function ConflictNotice({ base, current, conflicts, onKeep, onDiscard }: ConflictNoticeProps) {
  const { client } = useSession();
  const newest = useQuery({
    queryKey: ['strategy', 'newest', current.version],
    queryFn: async ({ signal }) =>
      (await client.pricingStrategy.history({ limit: 1 }, { signal })).items.find(
        ({ version }) => version === current.version,
      ) ?? null,
  });
  const changes = strategyChanges(base, current);
  const notice = useRef<HTMLDivElement>(null);
  // The person pressed a button below the form; the notice is above it.
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1} className="focus-target">
      <Notice tone="yellow" title="The strategy was changed during your input" role="alert">
        <p className="text">
          Version {current.version} was saved on <Time value={current.updated_at} />
          {newest.data ? (
            <>
              {' '}
              by <Author id={newest.data.updated_by} />
            </>
          ) : null}
          . You began with version {base.version}. Your changes are not saved.
        </p>
        {newest.data?.note ? (
          <p className="text">
            Note: <bdi>{newest.data.note}</bdi>
          </p>
        ) : null}
        {changes.length === 0 ? (
          <p className="text">Both versions have the same values.</p>
        ) : (
          <ChangesList changes={changes} />
        )}
        <p className="text">
          {conflicts.length === 0
            ? `If you keep your changes, they are applied to version ${current.version}. They do not undo the changes above.`
            : `You changed the same parts: ${conflicts.join(', ')}. If you keep your changes, these parts have your values.`}
        </p>
        <Group gap="xs">
          <Button size="xs" onClick={onKeep}>
            Keep my changes
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard my changes
          </Button>
        </Group>
      </Notice>
    </div>
  );
}

interface PreviewResultProps {
  readonly preview: PreviewPricingStrategyResponse;
  readonly isOutdated: boolean;
}

function PreviewResult({ preview: { summary, quotes }, isOutdated }: PreviewResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview gets the focus
  useEffect(() => heading.current?.focus(), [summary]);
  return (
    <section aria-label="Preview">
      <h2 ref={heading} tabIndex={-1} className="focus-target">
        Preview
      </h2>
      <div role="status">
        {isOutdated ? (
          <Notice tone="yellow" title="The values have changed since this preview">
            Preview again to see the effect of the values that the form has now.
          </Notice>
        ) : null}
      </div>
      {summary.quotes === 0 ? (
        <Empty title="There is no quote to preview">
          <p>
            A preview prices your newest quotes with the changed values.{' '}
            <Link to="/quotes/new">Make a quote</Link> first.
          </p>
        </Empty>
      ) : (
        <>
          <p className="note">
            Your newest {counted(summary.quotes, 'quote')}, priced with the current strategy and with the
            changed values. Market cost, miles and accessorials are those of each quote. Nothing is saved.
            {summary.skipped === 0
              ? ''
              : ` ${counted(summary.skipped, 'older quote')} cannot be priced again and ${summary.skipped === 1 ? 'is' : 'are'} left out.`}
          </p>
          <div className="card">
            <Facts facts={figuresOf(summary)} />
          </div>
          <div className="halves">
            <DataTable
              caption="Quotes by the change of their total"
              rows={summary.distribution}
              rowKey={rangeText}
              isDense
              columns={[
                { title: 'Change of the total', isHeader: true, cell: rangeText },
                { title: 'Quotes', isNumber: true, cell: ({ quotes: number }) => count(number) },
                { title: 'Share', cell: ({ quotes: number }) => <Bar share={number / summary.quotes} /> },
              ]}
            />
            <DataTable
              caption="Totals before and after, newest quote first"
              rows={quotes}
              rowKey={({ quote_id }) => quote_id}
              isDense
              columns={[
                {
                  title: 'Quote',
                  isHeader: true,
                  cell: ({ quote_id, route, customer_reference, equipment_type }) => (
                    <>
                      <Link to={`/quotes/${encodeURIComponent(quote_id)}`}>
                        <bdi>{route.origin}</bdi> to <bdi>{route.destination}</bdi>
                      </Link>
                      <span className="small">
                        {equipmentName(equipment_type)}
                        {customer_reference === '' ? null : (
                          <>
                            {' · '}
                            <bdi>{customer_reference}</bdi>
                          </>
                        )}
                      </span>
                    </>
                  ),
                },
                {
                  title: 'Before',
                  isNumber: true,
                  isMinor: true,
                  cell: ({ before }) => dollars(before.total_rate),
                },
                { title: 'After', isNumber: true, cell: ({ after }) => dollars(after.total_rate) },
                {
                  title: 'Change',
                  isNumber: true,
                  cell: ({ change, change_percent }) => (
                    <>
                      {signedDollars(change)}
                      <span className="small">{signedPercent(change_percent)}</span>
                    </>
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
    </section>
  );
}

const figuresOf = (summary: PreviewPricingStrategyResponse['summary']) => ({
  'Sum of all totals': (
    <Figure
      value={signedDollars(summary.total_change)}
      note={`${dollars(summary.total_before)} before, ${dollars(summary.total_after)} after`}
    />
  ),
  'Median change of a quote': (
    <Figure
      value={signedDollars(summary.median_change)}
      note={`${signedPercent(summary.median_change_percent)} of its total`}
    />
  ),
  'Quotes that change': (
    <Figure
      value={`${count(summary.changed)} of ${count(summary.quotes)}`}
      note={`${count(summary.increased)} cost more, ${count(summary.decreased)} cost less`}
    />
  ),
});

const Figure = ({ value, note }: { readonly value: string; readonly note: string }) => (
  <>
    <strong>{value}</strong>
    <span className="small">{note}</span>
  </>
);

/** A range of changes in words, such as "2 to 5% more". */
function rangeText({ from_percent: from, to_percent: to }: PreviewChangeRange): string {
  if (from === 0 && to === 0) return 'No change';
  if (from === null) return to === null ? 'Any change' : `Over ${-to}% less`;
  if (to === null) return `Over ${from}% more`;
  const [near, far, direction] = to > 0 ? [from, to, 'more'] : [-to, -from, 'less'];
  return near === 0 ? `Up to ${far}% ${direction}` : `${near} to ${far}% ${direction}`;
}
