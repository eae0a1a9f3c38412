import { profileLimits } from '@newline/api/rules/limits/profile';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { accountLimits } from '@newline/api/rules/limits/account';
import type { FormEvent } from 'react';
import { ApiError } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { UpdateProfileDocument, type OwnAccount, type OwnProfile } from './account-documents.ts';
import { checkProfile } from './check-profile.ts';
import type { Faults } from '../../shared/form/faults.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { formText } from '../../shared/form/form-text.ts';
import styles from './account.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = { account: OwnAccount; onSaved: () => void };

const fields: readonly (keyof OwnProfile)[] = [
  'username',
  'name',
  'profileImageUrl',
  'employmentTitle',
  'employerName',
  'biography',
  'websiteUrl',
  'githubUsername',
  'twitterUsername',
  'linkedInUrl',
]; // prettier-ignore

/** Edits the user's public profile. */
export function ProfileForm({ account, onSaved }: Props) {
  const saving = useForm(explainProfileError);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const patch = Object.fromEntries(fields.map((field) => [field, formText(form, field) || null])) as Record<
      keyof OwnProfile,
      string | null
    >;
    const profile: OwnProfile = { ...patch, username: (patch.username ?? '').toLowerCase() };
    const problem = checkProfile(profile);
    if (problem) return saving.refuse(problem);
    void saving
      .run(() => requestDocument(UpdateProfileDocument, { id: account.id, patch: profile }))
      .then((isSaved) => isSaved && onSaved());
  };
  const field = (name: keyof OwnProfile) => ({ name, defaultValue: account[name] ?? '', error: saving.faults[name] });
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit} noValidate aria-label="Profile">
      <div className={styles.pair}>
        <Field label="Name" aside="optional" autoComplete="name" maxLength={accountLimits.name} {...field('name')} />
        <Field
          label="Username"
          hint="Your profile URL is /@ followed by your username."
          autoComplete="username"
          required
          maxLength={profileLimits.username}
          {...field('username')}
        />
        <Field
          label="Job title"
          aside="optional"
          autoComplete="organization-title"
          maxLength={profileLimits.job}
          {...field('employmentTitle')}
        />
        <Field label="Employer" aside="optional" autoComplete="organization" maxLength={profileLimits.job} {...field('employerName')} />
      </div>
      <Field label="About you" aside="optional" control="textarea" rows={4} maxLength={profileLimits.biography} {...field('biography')} />
      <Field
        key={account.profileImageUrl}
        label="Photo URL"
        aside="optional"
        hint="The URL of an image you uploaded, or of one at avatars.githubusercontent.com. Without a photo, your initials are shown."
        inputMode="url"
        {...field('profileImageUrl')}
      />
      <div className={styles.pair}>
        <Field label="Website" aside="optional" type="url" placeholder="https://" {...field('websiteUrl')} />
        <Field label="GitHub username" aside="optional" maxLength={profileLimits.account} {...field('githubUsername')} />
        <Field label="Twitter username" aside="optional" maxLength={profileLimits.account} {...field('twitterUsername')} />
        <Field label="LinkedIn URL" aside="optional" type="url" placeholder="https://" {...field('linkedInUrl')} />
      </div>
      {saving.failure && <ErrorNote>{saving.failure}</ErrorNote>}
      {saving.isDone && <DoneNote>Profile saved.</DoneNote>}
      <p className="acts">
        <Button type="submit" isBusy={saving.isBusy}>
          {saving.isBusy ? 'Saving...' : 'Save profile'} <ReturnMark />
        </Button>
      </p>
    </form>
  );
}

function explainProfileError(error: unknown): Faults {
  if (error instanceof ApiError && error.code === 'CONFLICT') return { username: 'This username is taken. Choose another.' };
  return { form: sentenceOf(error) };
}
