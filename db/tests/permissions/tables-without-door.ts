/** Tables that no definer function uses. Their policy owner_all serves the server's own work, and the matrix's last column proves it. */
export const tablesWithoutDoor: readonly string[] = [
  'app_public.author_pages',
  'app_public.clip_bookmarks',
  'app_public.clip_likes',
  'app_public.clip_shares',
  'app_public.clip_views',
  'app_public.comment_reactions',
  'app_public.home_pages',
  'app_public.kept_codes',
  'app_public.surveys',
  'auth.attempts',
  'auth.email_changes',
  'auth.rateLimit',
  'auth.recovery_codes',
  'auth.used_links',
  'auth.verification',
];
