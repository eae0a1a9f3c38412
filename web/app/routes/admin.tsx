import { Outlet } from 'react-router';
import type { Route } from './+types/admin';
import { AdminShell } from '../features/admin/admin-shell.tsx';
import { requireStaff } from '../features/admin/require-staff.server.ts';

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return null;
}

export default function Admin() {
  return (
    <AdminShell>
      <Outlet />
    </AdminShell>
  );
}
