/** What somebody does, and where: 'Engineer at Fjord'. Empty when they do not say. */
export function workOf({ employmentTitle, employerName }: { employmentTitle: string | null; employerName: string | null }): string {
  return [employmentTitle, employerName].filter(Boolean).join(' at ');
}
