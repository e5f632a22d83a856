import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Page } from '../shell/page.tsx';
import { ContributionPanel } from './contribution-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import styles from './market-page.module.css';

/** The organization's own loads in the market: import, sharing and contribution. */
export default function MarketPage() {
  const { organization } = useSession();
  const { canWrite } = permissionsOf(organization);
  return (
    <Page
      title="Market data"
      lead={`Loads that your organization moved make your rates better. You see those of ${organization.mode} keys.`}
    >
      <div className={styles.panels}>
        {canWrite ? (
          <ImportPanel />
        ) : (
          <Notice tone="yellow" title="This key cannot import loads">
            <p className={styles.text}>Sign in with a key that has the scope write.</p>
          </Notice>
        )}
        <ContributionPanel />
      </div>
    </Page>
  );
}
