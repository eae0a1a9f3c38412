import type { ImportMessage } from './import-state.ts';
import styles from './studio-import-export.module.css';

/** The changes that an import makes: losses come first, and minor notes are counted and collapsed. */
export function ReportMessages({ messages }: { messages: readonly ImportMessage[] }) {
  const of = (weight: ImportMessage['weight']) => messages.filter((message) => message.weight === weight);
  const [lost, changed, info] = [of('lost'), of('changed'), of('info')];
  return (
    <>
      {lost.length > 0 && (
        <>
          <h4>Lost ({lost.length.toLocaleString('en')})</h4>
          <MessageList messages={lost} />
        </>
      )}
      {changed.length > 0 && (
        <>
          <h4>Changed ({changed.length.toLocaleString('en')})</h4>
          <MessageList messages={changed} />
        </>
      )}
      {lost.length === 0 && changed.length === 0 && <p className="meta">Everything is imported unchanged.</p>}
      {info.length > 0 && (
        <details>
          <summary>For your information ({info.length.toLocaleString('en')})</summary>
          <Messages messages={info} />
        </details>
      )}
    </>
  );
}

/** Longer lists are collapsed after this many messages. */
const maxOpen = 20;

function MessageList({ messages }: { messages: readonly ImportMessage[] }) {
  const more = messages.slice(maxOpen);
  return (
    <>
      <Messages messages={messages.slice(0, maxOpen)} />
      {more.length > 0 && (
        <details>
          <summary>{more.length.toLocaleString('en')} more</summary>
          <Messages messages={more} />
        </details>
      )}
    </>
  );
}

function Messages({ messages }: { messages: readonly ImportMessage[] }) {
  return (
    <dl>
      {messages.map(({ file, lines, message }) => (
        <div key={`${file} ${message}`}>
          <dt className={styles['place']}>{lines.length > 0 ? `${file}:${lines.join(', ')}` : file}</dt>
          <dd>{message}</dd>
        </div>
      ))}
    </dl>
  );
}
