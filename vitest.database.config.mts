import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = import.meta.dirname;

const isExternal = process.env.TEST_EXTERNAL_SUPABASE === "1";

/** Test files that a hosted project cannot pass, with the reason why they are left out there. */
const ONLY_EMBEDDED: Record<string, string> = {
  "platform/asymmetric-tokens": "signs tokens and legacy keys with the keys of the embedded backend",
  "platform/auth-addresses": "counts calls per address by the rules of the embedded auth server",
  "platform/address-change": "reads links in the mailbox of the embedded backend",
  "platform/mail-quota": "starts the embedded backend with a quota of mails",
  "platform/auth-codes": "counts attempts and mails by the rules of the embedded auth server, and reads its mailbox",
  "platform/auth-phone": "reads SMS codes in the mailbox of the embedded backend; the CLI has no SMS provider",
  "platform/auth": "reads links in the mailbox of the embedded backend",
  "platform/demo-accounts": "starts the embedded backend, which alone has demo accounts",
  "platform/earlier-cluster": "creates a cluster of the embedded backend",
  "platform/hosted-push": "creates databases beside the one of the tests",
  "platform/hosted-restore": "copies the database of the tests and its folder",
  "platform/db-migration": "creates databases beside the one of the tests",
  "platform/rebaseline": "creates databases beside the one of the tests",
  "platform/schemas": "creates databases beside the one of the tests",
  "platform/google": "starts the embedded backend with a double of Google",
};

/**
 * Tests that start and kill processes of the product. They run after all others, because one of them changes what the
 * role of the owner may do in the whole cluster.
 */
const PROCESSES = [
  "platform/worker",
  "platform/worker-crash",
  "commerce/sale-crash",
  "events/print-worker",
  "garage/reminder-crash",
  "platform/worker-metrics",
  "platform/hosted-push",
  "platform/hosted-restore",
  "platform/earlier-cluster",
].map(fileOf);
const LEFT_OUT = isExternal ? Object.keys(ONLY_EMBEDDED).map(fileOf) : [];
const processFiles = PROCESSES.filter((file) => !LEFT_OUT.includes(file));

if (isExternal)
  for (const [file, reason] of Object.entries(ONLY_EMBEDDED)) console.log(`skipped: ${file}.test.ts ${reason}`);

/** They take from half a minute to two, the others a few seconds. */
const SLOWEST = [
  "panel/backup",
  "platform/hosted-restore",
  "platform/worker",
  "platform/auth-codes",
  "platform/rebaseline",
  "events/print-worker",
  "platform/earlier-cluster",
  "garage/reminder-crash",
].map(fileOf);

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = SLOWEST.findIndex((file) => moduleId.endsWith(file));
  return place < 0 ? SLOWEST.length : place;
};

/** Starts the slowest files first, so that no worker runs one of them while the others have nothing left to do. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function fileOf(name: string): string {
  return `tests/database/${name}.test.ts`;
}

export default defineConfig({
  resolve: { alias: { "@": ROOT, "server-only": path.join(ROOT, "tests/support/server-only.ts") } },
  test: {
    environment: "node",
    globalSetup: path.join(ROOT, "tests/database/setup.ts"),
    setupFiles: path.join(ROOT, "tests/database/worker-environment.ts"),
    // Each worker has a database and a backend of its own (tests/database/setup.ts).
    pool: "forks",
    sequence: { sequencer: SlowestFirst },
    maxWorkers: isExternal ? 1 : Number(process.env.TEST_DATABASE_WORKERS || 2),
    // supabase-js prints this once per test file under Node 20, which is supported.
    onConsoleLog: (text) => !text.includes("Node.js 20 and below are deprecated"),
    // High timeouts: they only end tests that hang, because the machine may be running other work.
    hookTimeout: 300_000,
    testTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          name: "database",
          include: ["tests/database/**/*.test.ts"],
          exclude: [...PROCESSES, ...LEFT_OUT],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "database-processes", include: processFiles, sequence: { groupOrder: 1 } } },
    ],
  },
});
