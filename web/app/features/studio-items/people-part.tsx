import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field, inputClass } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { ownerOf, RemoveContributorDocument, SetContributorDocument } from './item-changes.ts';
import type { ContributionTitle } from './item-documents.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './studio-items.module.css';

type Props = { item: StudioItem; reload: () => Promise<void> };

const roleLabels: Readonly<Record<ContributionTitle, string>> = { AUTHOR: 'Author', EDITOR: 'Editor' };

/** The contributors of an item. Authors can change them, editors can only see them. */
export function PeoplePart({ item, reload }: Props) {
  const [username, setUsername] = useState('');
  const [title, setTitle] = useState<ContributionTitle>('EDITOR');
  const adding = useForm(explainRefusal);
  const changing = useForm(explainRefusal);
  const owner = ownerOf(item.kind, item.id);
  const set = (name: string, as: ContributionTitle) => async () => {
    await sendChange(SetContributorDocument, { ...owner, username: name, title: as });
    await reload();
  };
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await adding.run(set(username, title))) setUsername('');
  };
  const refusal = changing.failure ?? Object.values(changing.faults)[0];
  return (
    <section className={styles['form']} aria-labelledby="people-title">
      <h2 id="people-title" className={styles['partTitle']}>
        People
      </h2>
      <p className="meta">Authors can write, publish and set prices. Editors can only write.</p>
      <ul className={styles['people']}>
        {item.contributions.nodes.map(({ id, title: role, user }) =>
          user === null ? null : (
            <li key={id}>
              <Link className="link" to={`/@${user.username}`}>
                <bdi>{user.displayName}</bdi> <span className="meta">@{user.username}</span>
              </Link>
              {item.mayPublish ? (
                <span className={styles['choices']}>
                  <select
                    className={inputClass}
                    aria-label={`Role of ${user.displayName}`}
                    value={role}
                    onChange={(event) => void changing.run(set(user.username, event.target.value as ContributionTitle))}
                  >
                    <option value="AUTHOR">Author</option>
                    <option value="EDITOR">Editor</option>
                  </select>
                  <ConfirmButton
                    variant="bare"
                    action="Remove"
                    object={user.displayName}
                    consequence={`They can no longer edit “${item.title}”. You can add them again.`}
                    onConfirm={() =>
                      changing.run(async () => {
                        await sendChange(RemoveContributorDocument, { id });
                        await reload();
                      })
                    }
                  />
                </span>
              ) : (
                <Badge>{roleLabels[role]}</Badge>
              )}
            </li>
          ),
        )}
      </ul>
      {refusal !== undefined && refusal !== null && <ErrorNote>{refusal}</ErrorNote>}
      {item.mayPublish && (
        <form
          className={styles['addPerson']}
          method="post"
          aria-label="Add a person"
          onSubmit={(event) => void handleSubmit(event)}
          noValidate
        >
          <Field
            label="Username"
            autoComplete="off"
            spellCheck={false}
            value={username}
            error={adding.faults['username'] ?? adding.failure}
            onChange={(event: { target: { value: string } }) => setUsername(event.target.value)}
          />
          <Field
            control="select"
            label="Role"
            value={title}
            onChange={(event: { target: { value: string } }) => setTitle(event.target.value as ContributionTitle)}
          >
            <option value="EDITOR">Editor</option>
            <option value="AUTHOR">Author</option>
          </Field>
          <Button type="submit" variant="line" isBusy={adding.isBusy}>
            Add
          </Button>
        </form>
      )}
    </section>
  );
}
