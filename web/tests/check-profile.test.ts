import { describe, expect, test } from 'vitest';
import { checkProfile } from '../app/features/account/check-profile.ts';

const profile = {
  username: 'bram',
  name: null,
  profileImageUrl: null,
  employmentTitle: null,
  employerName: null,
  biography: null,
  websiteUrl: null,
  githubUsername: null,
  twitterUsername: null,
  linkedInUrl: null,
}; // prettier-ignore

describe('a profile @AUTH-04', () => {
  test('is valid with only a username, and with everything', () => {
    expect(checkProfile(profile)).toBeNull();
    const full = {
      websiteUrl: 'https://bram.example/x?y',
      githubUsername: 'bram',
      twitterUsername: 'b_o',
      linkedInUrl: 'https://www.linkedin.com/in/bram',
    };
    expect(checkProfile({ ...profile, ...full, profileImageUrl: 'https://avatars.githubusercontent.com/u/1' })).toBeNull();
  });

  test.each([
    ['username', ''],
    ['username', '-bram'],
    ['username', 'Bram'],
    ['username', 'b ram'],
    ['username', 'a'.repeat(41)],
    ['websiteUrl', 'javascript:alert(1)'],
    ['websiteUrl', 'bram.example'],
    ['websiteUrl', '//bram.example'],
    ['linkedInUrl', 'data:text/html,x'],
    ['githubUsername', '@bram'],
    ['githubUsername', 'https://github.com/bram'],
    ['twitterUsername', 'a b'],
    ['profileImageUrl', 'https://evil.example/a.png'],
    ['profileImageUrl', '//evil.example/a.png'],
    ['profileImageUrl', 'javascript:alert(1)'],
    ['profileImageUrl', '/api/auth/magic-link/verify?token=x'],
    ['profileImageUrl', '/media/../api/auth/sign-out'],
    ['profileImageUrl', '/media/%2e%2e/api/auth/sign-out'],
    ['profileImageUrl', 'http://avatars.githubusercontent.com/u/1'],
    ['profileImageUrl', 'https://avatars.githubusercontent.com.evil.example/a.png'],
  ] as const)('reports what is wrong with %s %j', (field, value) => {
    expect(Object.keys(checkProfile({ ...profile, [field]: value }) ?? {})).toEqual([field]);
  }); // prettier-ignore
});
