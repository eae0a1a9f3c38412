/** The SECURITY DEFINER functions for certificates. See definer-functions.ts. */
export const certificateFunctions: Readonly<Record<string, string>> = {
  'app_private.notify_certificate()': 'trigger: tells which cached pages went stale',
  'app_private.counted_exercises(uuid)':
    'counts the exercises of a course and those that the signed-in user passed; their text is in closed tables',
  'app_public.courses_certificates_count(app_public.courses)': 'counts certificates, for those who write the course',
  'app_public.set_certificate_rules(uuid,boolean,boolean,integer,boolean)': 'writes the rules of a course, for its authors',
  'app_private.claim_certificate(uuid,text)': 'writes a certificate of the signed-in user, by the rules',
  'app_public.shown_certificate(uuid)': 'reads the certificate whose random ID the caller has, and nothing of a revoked one',
  'app_public.delete_certificate(uuid)': 'deletes a certificate of the signed-in user',
  'app_public.revoke_certificate(uuid,text)': 'writes that a certificate is revoked, for administrators',
  'app_public.restore_certificate(uuid)': 'writes that a certificate is valid again, for administrators',
  'app_private.remove_certificates()': 'trigger: a deleted account takes its certificates with it, unless the user chose to keep them',
  'app_private.read_certificate_keys()': 'reads keys; granted to the jobs alone',
  'app_private.add_certificate_key(bytea,bytea,uuid)': 'writes a key; granted to the jobs alone',
};
