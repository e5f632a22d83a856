import { Burger, Button, Menu, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '../api/session.tsx';
import { Notice } from './feedback.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './layout.module.css';
import { Tone } from './page.tsx';

const PAGES: readonly { readonly path: string; readonly title: string; readonly icon: IconName }[] = [
  { path: '/home', title: 'Home', icon: 'home' },
  { path: '/rates', title: 'Rates', icon: 'rates' },
  { path: '/chats', title: 'Chats', icon: 'chats' },
  { path: '/quotes', title: 'Quotes', icon: 'quotes' },
  { path: '/rfps', title: 'RFPs', icon: 'rfps' },
  { path: '/reports', title: 'Reports', icon: 'reports' },
  { path: '/customers', title: 'Customers', icon: 'customers' },
  { path: '/contract-rates', title: 'Contract rates', icon: 'contracts' },
  { path: '/strategy', title: 'Pricing strategy', icon: 'strategy' },
  { path: '/accessorials', title: 'Accessorials', icon: 'accessorials' },
  { path: '/terminals', title: 'Terminals', icon: 'terminals' },
  { path: '/webhooks', title: 'Webhooks', icon: 'webhooks' },
  { path: '/market', title: 'Market data', icon: 'market' },
];
const SETTINGS: typeof PAGES = [
  { path: '/settings/profile', title: 'Profile', icon: 'customers' },
  { path: '/usage', title: 'Usage and limits', icon: 'usage' },
];
/** Pages for keys with the scope admin. */
const ADMIN_SETTINGS: typeof PAGES = [
  { path: '/settings/keys', title: 'API keys', icon: 'key' },
  { path: '/settings/audit-log', title: 'Audit log', icon: 'history' },
];

export function Layout({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { canWrite, canAdmin } = useSession();
  // A choice in the navigation of a phone shows the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.top}>
        <Burger
          className={styles.burger ?? ''}
          size="sm"
          opened={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label="Navigation"
          aria-expanded={isOpen}
          aria-controls="navigation"
        />
        <NavLink className={styles.brand ?? ''} to="/home">
          <Icon name="brand" />
          Freight
        </NavLink>
      </header>
      <div className={styles.side} id="navigation" data-open={isOpen}>
        <nav aria-label="Console" className={styles.nav}>
          <Links pages={PAGES} />
          <Text component="h2" c="dimmed" size="xs" fw={600} px="sm" mt="md" mb={4}>
            Settings
          </Text>
          <Links pages={canAdmin ? [...SETTINGS, ...ADMIN_SETTINGS] : SETTINGS} />
        </nav>
        <Stack gap="xs">
          <a className={styles.link} href="/docs/" target="_blank" rel="noopener">
            <Icon name="docs" />
            Documentation
          </a>
          <Account />
        </Stack>
      </div>
      <main className={styles.main} id="content" tabIndex={-1}>
        <ConnectionNotice />
        {canWrite ? null : (
          <Text c="var(--tone-yellow)" mb="md">
            This key can only read, so the console offers no changes.
          </Text>
        )}
        {children}
      </main>
    </div>
  );
}

const Links = ({ pages }: { readonly pages: typeof PAGES }) =>
  pages.map(({ path, title, icon }) => (
    <NavLink key={path} to={path} className={styles.link ?? ''}>
      <Icon name={icon} />
      {title}
    </NavLink>
  ));

function Account() {
  const { organization, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Menu withInitialFocusPlaceholder={false} position="top-start" width={248} withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default" justify="space-between" fullWidth h="auto" p="xs">
          <Stack component="span" gap={4} align="flex-start" maw="11rem">
            <Text component="bdi" truncate fw={600} maw="100%">
              {organization.name}
            </Text>
            <Tone color={organization.mode === 'live' ? 'green' : 'yellow'}>
              {organization.mode === 'live' ? 'Live mode' : 'Test mode'}
            </Tone>
          </Stack>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colors</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        >
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Reports that the browser has no network. What the page already shows stays readable. */
function ConnectionNotice() {
  const { online } = useNetwork();
  return (
    <div role="status">
      {online ? null : (
        <Notice tone="yellow" title="You are offline">
          The page shows what was loaded before. Changes are possible when the connection is back.
        </Notice>
      )}
    </div>
  );
}
