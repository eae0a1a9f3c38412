import { writeDocuments } from './generate-documents.ts';

await writeDocuments();
