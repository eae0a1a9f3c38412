import { Outlet } from 'react-router';
import type { Route } from './+types/admin';
import { AdminShell } from '../features/admin/admin-shell.tsx';
import { askForSecondStep, requireStaff } from '../features/admin/require-staff.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  await askForSecondStep(context);
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
