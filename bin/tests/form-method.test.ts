import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

test('oxlint reports forms with a handler that the browser would send as a GET request before their script has loaded', () => {
  const lines = [
    'const send = () => undefined;',
    'export const A = () => <form onSubmit={send} />;',
    'export const B = () => <form aria-label="B" noValidate onSubmit={() => send()} />;',
    // Correct code.
    'export const C = () => <form method="post" onSubmit={send} />;',
    'export const D = () => <form method="get" onSubmit={send} />;',
    'export const E = () => <form action="/search" />;',
  ];
  const { status, stdout } = lintFile('web/app/features/admin/another-page.tsx', lines);
  expect(stdout.match(/A form with onSubmit needs method/g)).toHaveLength(2);
  expect(status).toBe(1);
});
