import { Link } from 'react-router';
import { Page } from './page.tsx';

export const NotFoundPage = () => (
  <Page title="Page not found" lead="The address names no page of the console.">
    <p>
      <Link to="/rates">Open rates</Link> or <Link to="/quotes">open quotes</Link>.
    </p>
  </Page>
);
