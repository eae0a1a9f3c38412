import { data } from 'react-router';
import { NotFoundPage } from '../shared/shell/not-found-page.tsx';

export function loader(): never {
  throw data(null, { status: 404 });
}

export default NotFoundPage;
