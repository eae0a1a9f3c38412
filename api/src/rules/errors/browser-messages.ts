/** Messages of the browser for requests without a message from the API. */
export const browserMessages = {
  SITE_UNREACHABLE: 'We can’t reach the site. Check your connection and try again.',
  REQUEST_TIMEOUT: 'This took too long. Try again in a moment.',
  SIGNED_OUT: 'You’ve been signed out. Sign in and try again.',
  SOMETHING_WRONG: 'Something went wrong on our end. Try again in a moment.',
} as const;
