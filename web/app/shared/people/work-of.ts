/** Formats a job title and employer: 'Engineer at Fjord'. Empty when both are missing. */
export function workOf({ employmentTitle, employerName }: { employmentTitle: string | null; employerName: string | null }): string {
  return [employmentTitle, employerName].filter(Boolean).join(' at ');
}
