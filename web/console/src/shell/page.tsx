import { Anchor, Box, Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { isMissing } from '../api/client.ts';
import { timeText, utcText } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import styles from '../styles/parts.module.css';
import { Blocked, ErrorNotice, type LoadedProps, Loading } from './feedback.tsx';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly parent?: { readonly path: string; readonly title: string } | undefined;
  /** Why the page shows nothing else to this key. */
  readonly blocked?: string | undefined;
  readonly children: ReactNode;
}

/** Whether a page was shown before: the first page does not take the focus from the browser. */
let isFirst = true;

/** A page with its title, which gets the focus after a navigation, so that a screen reader reads it. */
export function Page({ title, lead, actions, parent, blocked, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} - Freight console`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus();
      window.scrollTo(0, 0);
    }
    isFirst = false;
  }, []);
  return (
    <>
      <Group component="header" justify="space-between" align="flex-end" gap="sm" mb="xl">
        <Box miw={0}>
          {parent === undefined ? null : (
            <Anchor component={Link} to={parent.path} c="dimmed" size="sm">
              <span aria-hidden="true">←</span> {parent.title}
            </Anchor>
          )}
          <Title className="focus-target text" order={1} size="h2" m={0} ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </Title>
          {lead === undefined ? null : (
            <Text component="div" c="dimmed" maw="44rem" mt={4}>
              {lead}
            </Text>
          )}
        </Box>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      {blocked === undefined ? children : <Blocked reason={blocked} />}
    </>
  );
}

interface LoadedPageProps<Data> extends Pick<PageProps, 'title' | 'parent'>, LoadedProps<Data> {
  /** Shown if the thing does not exist, in place of the error. */
  readonly missing?: ReactNode;
}

/** The page of one thing. A failed read of its current state keeps the page, with an open dialog and its input. */
export function LoadedPage<Data>({ title, parent, query, missing, children }: LoadedPageProps<Data>) {
  const isGone = isMissing(query.error);
  const error = <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isError && (isGone || query.data === undefined))
    return (
      <Page title={title} parent={parent}>
        {isGone ? (missing ?? error) : error}
      </Page>
    );
  if (query.data === undefined) return <Loading rows={10} />;
  return (
    <>
      {error}
      {children(query.data)}
    </>
  );
}

/** A short state with a color, which the text also states. */
export const Tone = ({
  color,
  children,
}: {
  readonly color: 'green' | 'yellow' | 'red' | 'gray' | 'blue';
  readonly children: ReactNode;
}) => (
  <span className={styles.tone} data-tone={color}>
    {children}
  </span>
);

/** A time in the zone of the person; the UTC time appears on hover. */
export const Time = ({ value }: { readonly value: string }) => (
  <time dateTime={value} title={utcText(value)}>
    {timeText(value)}
  </time>
);

/** Facts by name, in their order. One without a value is left out. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts)
      .filter(([, value]) => value || value === 0)
      .map(([name, value]) => (
        <div key={name} className={styles.factsFact}>
          <dt>{name}</dt>
          <dd>{typeof value === 'number' ? count(value) : value}</dd>
        </div>
      ))}
  </dl>
);

export interface Amount {
  readonly name: string;
  readonly amount: ReactNode;
  readonly note?: string | undefined;
  /** Its color in a picture. */
  readonly part?: string;
}

export const Amounts = ({ rows, total }: { readonly rows: readonly Amount[]; readonly total?: Amount }) => (
  <dl className={styles.factsAmounts}>
    {rows.map(({ name, amount, note, part }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two charges can have the same name
      <div key={index} className={styles.factsAmount}>
        <dt data-part={part}>
          <bdi>{name}</bdi>
        </dt>
        <dd>{amount}</dd>
        {note ? <dd className="small">{note}</dd> : null}
      </div>
    ))}
    {total === undefined ? null : (
      <div className={styles.factsAmount} data-total="true">
        <dt>{total.name}</dt>
        <dd>{total.amount}</dd>
      </div>
    )}
  </dl>
);

interface PanelProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export const Panel = ({ title, note, actions, children }: PanelProps) => (
  <Paper component="section" withBorder p="lg" miw={0} aria-label={title}>
    <Group justify="space-between" gap="xs" mb="sm">
      <h2>{title}</h2>
      {actions}
    </Group>
    {note === undefined ? null : <p className="note">{note}</p>}
    {children}
  </Paper>
);
