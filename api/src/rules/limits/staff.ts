import type { LimitFacts } from './limit-facts.ts';

/** Limits of administration and jobs. */
export const staffLimits = {
  auditAction: 60,
  auditSubject: 40,
  auditDetailsBytes: 8000,
  suspensionReason: 1000,
  mailAddress: 320,
  mailSubject: 500,
  mailKey: 200,
  runnerName: 100,
  quotaKind: 40,
  tagSlug: 80,
  redirects: 1000,
  redirectFrom: 500,
  redirectTo: 2000,
  exportNote: 300,
  salesLines: 10_000,
  importName: 255,
  importTarget: 300,
  importNote: 300,
  importReason: 1000,
  importChoiceBytes: 2_000_000,
  importReportBytes: 16_000_000,
} as const;

/** Unit, reason and database checks of each limit. */
export const staffFacts: LimitFacts<typeof staffLimits> = {
  auditAction: { unit: 'characters', why: 'the name of an action', sql: ['app_public.audit_log.action'] },
  auditSubject: { unit: 'characters', why: 'the type of object that an action changed', sql: ['app_public.audit_log.subject_kind'] },
  auditDetailsBytes: { unit: 'bytes', why: 'the details of an action', sql: ['app_public.audit_log.details'] },
  suspensionReason: {
    unit: 'characters',
    why: 'the reason for a suspension',
    sql: ['app_public.suspensions.reason', 'app_public.suspend_user'],
  },
  mailAddress: { unit: 'characters', why: 'a recipient in the email log, with the name', sql: ['app_private.sent_mails.address'] },
  mailSubject: { unit: 'characters', why: 'a subject in the email log', sql: ['app_private.sent_mails.subject'] },
  mailKey: { unit: 'characters', why: 'the key that prevents an email from being sent twice', sql: ['app_private.mail_deliveries.key'] },
  runnerName: { unit: 'characters', why: 'the name of a job runner process', sql: ['app_private.job_runners.name'] },
  quotaKind: { unit: 'characters', why: 'the name of a quota', sql: ['app_private.user_quotas.kind'] },
  tagSlug: { unit: 'characters', why: 'the end of the URL of a category', sql: ['app_public.save_tag'] },
  redirects: { unit: 'redirects', why: 'a pasted list', sql: ['app_public.save_redirects'] },
  redirectFrom: {
    unit: 'characters',
    why: 'the path of a page on the former site',
    sql: ['app_public.redirects.from_path', 'app_public.save_redirects'],
  },
  redirectTo: { unit: 'characters', why: 'where a redirect leads', sql: ['app_public.redirects.to_url', 'app_public.save_redirects'] },
  exportNote: {
    unit: 'characters',
    why: 'the progress of an export, or the reason why it failed',
    sql: ['app_private.book_exports.label', 'app_private.book_exports.reason'],
  },
  salesLines: { unit: 'lines', why: 'a CSV file of sales', sql: ['app_public.own_sales'] },
  importName: { unit: 'characters', why: 'the file name of an imported archive', sql: ['app_private.imports.name'] },
  importTarget: { unit: 'characters', why: 'the path of the item that an import replaces', sql: ['app_private.imports.target'] },
  importNote: { unit: 'characters', why: 'the progress of an import', sql: ['app_private.imports.label'] },
  importReason: { unit: 'characters', why: 'the reason why an import failed', sql: ['app_private.imports.reason'] },
  importChoiceBytes: { unit: 'bytes', why: 'the outline that an author arranged before an import', sql: ['app_private.imports.choice'] },
  importReportBytes: { unit: 'bytes', why: 'the report of an import', sql: ['app_private.imports.report'] },
};
